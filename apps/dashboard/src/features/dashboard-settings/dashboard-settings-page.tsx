import { useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { EmptyState, PageHeader, Section } from '../../ui/index.ts'
import { dashboardMessages } from './messages.ts'
import { type PageMove, pageMove } from './page-move.ts'
import { dashboardSettingsQuery, saveDashboardSettings } from './queries.ts'

/** The default password only applies before the first start; single sign-on has its own page. */
const hidden = ['default_password', 'sso']

export default function DashboardSettingsPage() {
  const texts = useMessages(dashboardMessages)
  const [newAddress, setNewAddress] = useState<string>()
  const groups = useMemo(
    () => [
      { title: texts.http, fields: ['listeners.http'] },
      { title: texts.https, fields: ['listeners.https'] },
      { title: texts.access, fields: ['token_expired_time', 'cors', 'swagger_support'] },
    ],
    [texts],
  )
  const hints = useMemo(() => ({ 'listeners.https.bind': texts.httpsHint }), [texts])
  if (newAddress !== undefined) return <DashboardMoved address={newAddress} />
  return (
    <SettingsPage
      header={<PageHeader title={texts.title} />}
      root="dashboard"
      component="/configs/dashboard"
      query={dashboardSettingsQuery}
      change={saveDashboardSettings}
      groups={groups}
      hide={hidden}
      hints={hints}
      warning={(_, next, before) => warningOf(pageMove(before, next, currentUrl()), texts)}
      onSaved={(next, previous) => {
        const move = pageMove(previous, next, currentUrl())
        if (move && 'address' in move) setNewAddress(move.address)
      }}
    />
  )
}

const currentUrl = () => new URL(window.location.href)

function warningOf(move: PageMove | undefined, texts: (typeof dashboardMessages)['en']): string | undefined {
  switch (move?.kind) {
    case 'moved':
      return texts.moved(move.address)
    case 'off':
      return move.address === undefined ? texts.unreachable : texts.listenerDisabled(move.address)
    case 'certificate':
      return texts.newCertificate
    case 'unsure':
      return texts.mayMove
    default:
      return undefined
  }
}

/** The old address no longer responds, so only a link is shown. */
function DashboardMoved({ address }: { readonly address: string }) {
  const texts = useMessages(dashboardMessages)
  return (
    <>
      <PageHeader title={texts.title} />
      <Section>
        <EmptyState
          title={texts.movedTitle}
          hint={address.startsWith('https:') ? `${texts.movedHint} ${texts.trust}` : texts.movedHint}
          action={<a href={address}>{texts.open(address)}</a>}
        />
      </Section>
    </>
  )
}
