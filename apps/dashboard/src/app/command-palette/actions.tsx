import { IconBan, IconLanguage, IconLogout, IconMoon, IconPlugConnectedX, IconSend, IconSun } from '@tabler/icons-react'
import { useIsViewer } from '../../api/index.ts'
import { useKickClient } from '../../features/clients/use-kick-client.tsx'
import { locale, useMessages } from '../../i18n/index.ts'
import { chooseTheme, useTheme } from '../../ui/index.ts'
import { useLogOut } from '../use-log-out.ts'
import type { Command, PaletteEntry, SearchResults } from './entries.ts'
import { paletteMessages } from './messages.ts'
import { clientHint, useClientSearch } from './search.tsx'

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

export interface ActionContext {
  readonly onPublish: () => void
  /** Sets the text of the palette, to be completed by the user. */
  readonly begin: (text: string) => void
}

/** Actions that are available on every page. Viewers only get actions that the server permits. */
export function useActions({ onPublish, begin }: ActionContext): readonly PaletteEntry[] {
  const texts = useMessages(paletteMessages)
  const isViewer = useIsViewer()
  const theme = useTheme()
  const logOut = useLogOut()
  const other = theme === 'dark' ? 'light' : 'dark'
  const changing: readonly PaletteEntry[] = [
    {
      id: 'action publish',
      label: texts.publish,
      keywords: ['send', '发送'],
      icon: <IconSend {...icon} />,
      run: onPublish,
    },
    {
      id: 'action kick',
      label: texts.kick,
      hint: texts.kickHint,
      keywords: ['disconnect', '下线'],
      icon: <IconPlugConnectedX {...icon} />,
      run: () => begin('kick '),
      staysOpen: true,
    },
    {
      id: 'action ban',
      label: texts.ban,
      hint: texts.banHint,
      keywords: ['block', '黑名单'],
      icon: <IconBan {...icon} />,
      run: () => begin('ban '),
      staysOpen: true,
    },
  ]
  return [
    ...(isViewer ? [] : changing),
    {
      id: 'action theme',
      label: texts[other],
      keywords: ['theme', '主题'],
      icon: other === 'dark' ? <IconMoon {...icon} /> : <IconSun {...icon} />,
      run: () => chooseTheme(other),
    },
    {
      id: 'action language',
      label: texts.language,
      keywords: ['language', 'chinese', 'english', '语言', '中文', '英文'],
      icon: <IconLanguage {...icon} />,
      run: () => locale.set(locale.get() === 'en' ? 'zh' : 'en'),
    },
    {
      id: 'action sign-out',
      label: texts.signOut,
      keywords: ['sign out', 'log out', '登出'],
      icon: <IconLogout {...icon} />,
      run: () => void logOut(),
      isForgotten: true,
    },
  ]
}

/** The clients that `kick …` and `ban …` may apply to. A ban may name a client that does not exist. */
export function useCommandTargets(command: Command | undefined, ban: (clientid: string) => void): SearchResults {
  const texts = useMessages(paletteMessages)
  const end = useKickClient()
  const { clients, note, isDone } = useClientSearch(command?.clientid ?? '')
  if (!command) return { entries: [] }
  const { verb, clientid } = command
  const entries = clients.map(
    (client): PaletteEntry => ({
      id: `${verb} ${client.clientid}`,
      label: (verb === 'kick' ? texts.kickOne : texts.banOne)(client.clientid),
      hint: clientHint(client, texts),
      icon: verb === 'kick' ? <IconPlugConnectedX {...icon} /> : <IconBan {...icon} />,
      run: () => (verb === 'kick' ? void end(client) : ban(client.clientid)),
      isForgotten: true,
    }),
  )
  const isNamed = clients.some((client) => client.clientid === clientid)
  const stranger: readonly PaletteEntry[] =
    verb === 'ban' && clientid !== '' && !isNamed && isDone
      ? [
          {
            id: `ban ${clientid}`,
            label: texts.banOne(clientid),
            icon: <IconBan {...icon} />,
            run: () => ban(clientid),
            isForgotten: true,
          },
        ]
      : []
  const isNobody = verb === 'kick' && isDone && clientid.length > 1 && clients.length === 0
  return { entries: [...entries, ...stranger], note: isNobody ? texts.clientNotFound : note }
}
