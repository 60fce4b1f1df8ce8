import type { ReactNode } from 'react'
import {
  type Edition,
  type Presence,
  pathOf,
  useConnection,
  useEdition,
  useIsViewer,
  usePresence,
  useSession,
} from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import { Button, EmptyState, Group, type Need, type Page, useGo } from '../ui/index.ts'
import { missingPageMessages } from './missing-page-messages.ts'

/** A page, or the reason why it is not available: missing in the broker, or not permitted for the user. */
export function PageOrReason({
  page,
  need,
  children,
}: {
  readonly page: Page
  readonly need: Need | undefined
  readonly children: ReactNode
}) {
  const presence = usePresence()
  const isViewer = useIsViewer()
  const found = need && presence(need)
  if (page.administratorsOnly && isViewer) return <ForAdministrators page={page} />
  return need && found !== undefined && found !== 'here' ? (
    <MissingPage page={page} need={need} presence={found} />
  ) : (
    children
  )
}

function ForAdministrators({ page }: { readonly page: Page }) {
  const texts = useMessages(missingPageMessages)
  const locale = useLocale()
  return (
    <EmptyState
      asPage
      title={texts.forbidden.title(page.title[locale])}
      hint={texts.administratorsOnly}
      action={<ToOverview />}
    />
  )
}

function ToOverview() {
  const texts = useMessages(missingPageMessages)
  const go = useGo()
  return <Button onClick={() => go({ to: '/' })}>{texts.toOverview}</Button>
}

function MissingPage({
  page,
  need,
  presence,
}: {
  readonly page: Page
  readonly need: Need
  readonly presence: Exclude<Presence, 'here'>
}) {
  const texts = useMessages(missingPageMessages)
  const { call, capabilities } = useConnection()
  const { title, hint } = useReason(page, need, presence)
  const actions = (
    <Group gap={2}>
      <Button onClick={() => void capabilities.askAgain(call, need)}>{texts.checkAgain}</Button>
      <ToOverview />
    </Group>
  )
  return <EmptyState asPage title={title} hint={hint} action={actions} />
}

/** The reason, from the answers of the broker. */
function useReason(page: Page, { get, partOf }: Need, presence: Exclude<Presence, 'here'>) {
  const texts = useMessages(missingPageMessages)
  const name = page.title[useLocale()]
  const version = useSession()?.version ?? ''
  const edition = useEdition()
  if (presence === 'forbidden' || presence === 'off') {
    const { title, hint } = texts[presence]
    return { title: title(name), hint }
  }
  const known = partOf && isElsewhere(partOf, edition) ? texts[partOf] : undefined
  if (known) return { title: known.title(name), hint: known.hint(version) }
  const { title, hint } = texts.unknown
  return { title: title(name), hint: hint(version, `GET /api/v5${pathOf(get)}`) }
}

/** The broker is known to be of an edition without the feature. */
function isElsewhere(partOf: Edition, edition: Edition | undefined): boolean {
  if (partOf === 'mqdeck') return edition !== 'mqdeck'
  return edition === (partOf === 'enterprise' ? 'open-source' : 'enterprise')
}
