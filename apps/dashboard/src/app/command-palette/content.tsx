import { useState, useSyncExternalStore } from 'react'
import { useIsViewer, useSession } from '../../api/index.ts'
import { BanDialog } from '../../features/bans/index.ts'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { type FeatureRoutes, Palette, type PaletteGroup, useGo } from '../../ui/index.ts'
import { shellMessages } from '../messages.ts'
import { menuOf, pagesOf } from '../navigation.ts'
import { useActions, useCommandTargets } from './actions.tsx'
import type { CommandPaletteProps } from './command-palette.tsx'
import { matching, type PaletteEntry, parseCommand } from './entries.ts'
import { paletteMessages } from './messages.ts'
import { recent, rememberRecent } from './recent.ts'
import { useClientEntry, useClientSearch, useTopicEntry, useTopics, useUserEntry, useUsers } from './search.tsx'
import { useSettingEntries } from './setting-entries.tsx'

type GroupId = keyof (typeof paletteMessages)['en']['groups']

/** Pages, resources and actions, by part of their name. A failed source does not affect the others. */
export function CommandPaletteContent({ features, opened, onClose, onPublish }: CommandPaletteProps) {
  const shell = useMessages(shellMessages)
  const texts = useMessages(paletteMessages)
  const isViewer = useIsViewer()
  const username = useSession()?.username ?? ''
  const [text, setText] = useState('')
  const [banned, setBanned] = useState<string>()

  const typed = opened ? text : ''
  const command = isViewer ? undefined : parseCommand(typed)
  const search = command ? '' : typed
  const pages = usePageEntries(features)
  const actions = useActions({ onPublish, begin: setText })
  const targets = useCommandTargets(command, setBanned)
  const clients = useClientSearch(search)
  const toClient = useClientEntry()
  const topics = useTopics(search)
  const users = useUsers(search, pagesOf(features))
  const settings = useSettingEntries(pagesOf(features), opened)
  const lately = useRecentEntries(username, [...pages, ...actions, ...settings.entries])

  const found: readonly {
    readonly id: GroupId
    readonly entries: readonly PaletteEntry[]
    readonly note?: string | undefined
  }[] = command
    ? [{ id: 'clients', ...targets }]
    : search.trim() === ''
      ? [
          { id: 'recent', entries: lately.map((entry) => ({ ...entry, id: `recent ${entry.id}` })) },
          { id: 'actions', entries: actions },
          { id: 'pages', entries: pages },
        ]
      : [
          { id: 'pages', entries: matching(pages, search).slice(0, 8) },
          { id: 'actions', entries: matching(actions, search) },
          { id: 'settings', ...settings.find(search) },
          {
            id: 'clients',
            entries: clients.clients.map((client) => toClient(client.clientid, client)),
            note: clients.note,
          },
          { id: 'topics', ...topics },
          { id: 'users', ...users },
        ]

  const close = () => {
    onClose()
    setText('')
  }
  const select = (id: string) => {
    const entry = found.flatMap(({ entries }) => entries).find((one) => one.id === id)
    if (!entry) return
    if (!entry.isForgotten) rememberRecent(username, entry.id.replace(/^recent /, ''))
    if (!entry.staysOpen) close()
    entry.run()
  }
  return (
    <>
      <Palette
        opened={opened}
        onClose={close}
        text={text}
        onTextChange={setText}
        onSelect={select}
        groups={found.map(
          ({ id, entries, note }): PaletteGroup => ({ id, title: texts.groups[id], items: entries, note }),
        )}
        label={shell.quickSearch}
        placeholder={texts.placeholder}
        nothing={texts.noResults}
        keys={[
          { keys: ['↑', '↓'], effect: texts.keys.choose },
          { keys: ['Enter'], effect: texts.keys.open },
          { keys: ['Esc'], effect: texts.keys.close },
        ]}
        found={texts.found}
      />
      <BanDialog
        subject={banned === undefined ? undefined : { client: { clientid: banned } }}
        onClose={() => setBanned(undefined)}
      />
    </>
  )
}

/** Every page of the menu, found by its titles in either language or its path. */
function usePageEntries(features: readonly FeatureRoutes[]): readonly PaletteEntry[] {
  const locale = useLocale()
  const go = useGo()
  return menuOf(features).flatMap(({ title: group, entries }) =>
    entries.flatMap(({ title: entry, icon: Icon, tabs }) =>
      tabs.map(
        ({ path, title, tab, keywords = [] }): PaletteEntry => ({
          id: `page ${path}`,
          label: title[locale],
          hint: (entry[locale] === title[locale] ? group : entry)?.[locale],
          icon: <Icon size={18} stroke={1.6} aria-hidden />,
          keywords: [...[title, tab, entry].flatMap((one) => (one ? Object.values(one) : [])), path, ...keywords],
          run: () => go({ to: path }),
        }),
      ),
    ),
  )
}

/** The recent entries of this user. Entries that no longer exist, such as removed pages, are left out. */
function useRecentEntries(username: string, known: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const ids = useSyncExternalStore(recent.subscribe, recent.get)[username] ?? []
  const makers: Readonly<Record<string, (name: string) => PaletteEntry>> = {
    client: useClientEntry(),
    topic: useTopicEntry(),
    user: useUserEntry(),
  }
  return ids.flatMap((id) => {
    const space = id.indexOf(' ')
    const [kind, name] = [id.slice(0, space), id.slice(space + 1)]
    const maker = Object.hasOwn(makers, kind) ? makers[kind] : undefined
    const entry = maker?.(name) ?? known.find((one) => one.id === id)
    return entry ? [entry] : []
  })
}
