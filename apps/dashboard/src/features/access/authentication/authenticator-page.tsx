import type { ListedAuthenticator } from '@mqdeck/contract'
import { z } from 'zod'
import { isNotFound, QueryView, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  EmptyState,
  Link,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Tabs,
  useGo,
  usePathParam,
  useSearchState,
} from '../../../ui/index.ts'
import { MemberHeader } from '../chain/index.ts'
import { useAuthenticatorActions } from './authenticator-actions.tsx'
import { useStatus } from './authenticator-status.tsx'
import { detailMessages } from './detail-messages.ts'
import { hasNoBackend, hasUsers } from './kinds.ts'
import { OverviewTab } from './overview-tab.tsx'
import { authenticatorQuery, authenticatorsQuery } from './queries.ts'
import { SettingsTab } from './settings-tab.tsx'
import { useNameOf } from './use-name-of.ts'
import { UsersTab } from './users-tab.tsx'

export default function AuthenticatorPage() {
  const id = usePathParam('id')
  // The key resets the form when another authenticator is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const texts = useMessages(detailMessages)
  const query = useData(authenticatorQuery, { id })
  const isViewer = useIsViewer()
  if (isNotFound(query.error) && !query.data)
    return (
      <>
        <PageHeader title={id} />
        <Section>
          <EmptyState
            title={texts.notFound}
            hint={texts.notFoundHint(id)}
            action={<Link to="/authentication">{texts.allAuthenticators}</Link>}
          />
        </Section>
      </>
    )
  return (
    <>
      {query.data ? <Header authenticator={query.data} isViewer={isViewer} /> : <PageHeader title={id} />}
      <QueryView query={query} skeleton={<Skeleton height={480} />}>
        {(authenticator) => <Body authenticator={authenticator} />}
      </QueryView>
    </>
  )
}

interface HeaderProps {
  readonly authenticator: ListedAuthenticator
  readonly isViewer: boolean
}

function Header({ authenticator, isViewer }: HeaderProps) {
  const nameOf = useNameOf()
  const go = useGo()
  const { data: chain } = useData(authenticatorsQuery, undefined)
  const { data: status } = useStatus(authenticator)
  const actions = useAuthenticatorActions(chain)
  return (
    <MemberHeader
      title={nameOf(authenticator)}
      isEnabled={authenticator.enable !== false}
      hasNoBackend={hasNoBackend(authenticator)}
      status={status}
      actions={
        isViewer
          ? undefined
          : {
              onEnable: () => void actions.enable(authenticator),
              onDisable: () => void actions.disable(authenticator),
              onDelete: async () => {
                if (await actions.delete(authenticator)) go({ to: '/authentication' })
              },
            }
      }
    />
  )
}

const tabs = ['overview', 'settings', 'users'] as const
const search = z.object({ tab: z.enum(tabs).catch('overview').default('overview') })

function Body({ authenticator }: { readonly authenticator: ListedAuthenticator }) {
  const texts = useMessages(detailMessages)
  const [state, setSearch] = useSearchState(search)
  const shown = tabs.filter((tab) => tab !== 'users' || hasUsers(authenticator))
  const tab = shown.includes(state.tab) ? state.tab : 'overview'
  return (
    <Stack gap={4}>
      <Tabs
        label={texts.pageSections}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={shown.map((value) => ({ value, label: texts[value] }))}
      >
        {tab === 'overview' && <OverviewTab authenticator={authenticator} />}
        {/* Stays mounted, so that unsaved input is kept while another tab is open. */}
        <div hidden={tab !== 'settings'}>
          <SettingsTab authenticator={authenticator} />
        </div>
        {tab === 'users' && <UsersTab authenticator={authenticator} />}
      </Tabs>
    </Stack>
  )
}
