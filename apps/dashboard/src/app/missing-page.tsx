import { type Edition, type Presence, pathOf, useConnection, useEdition, useSession } from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import { Button, EmptyState, Group, type Need, type Page, useGo } from '../ui/index.ts'
import { missingPageMessages } from './missing-page-messages.ts'

/** Says why a page is not available: the broker lacks it, or this user may not open it. */
export function MissingPage({
  page,
  missing,
}: {
  readonly page: Page
  readonly missing: { readonly need: Need; readonly presence: Exclude<Presence, 'here'> } | undefined
}) {
  return missing ? <MissingFeature page={page} {...missing} /> : <ForAdministrators page={page} />
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

function MissingFeature({
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
