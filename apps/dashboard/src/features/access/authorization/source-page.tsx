import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { isNotFound, QueryView, useData, useIsViewer, validationProblemOf } from '../../../api/index.ts'
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
import { ChainOverview, MemberHeader } from '../chain/index.ts'
import { hasNoBackend, hasRules, isEnabled } from './kinds.ts'
import { messages } from './messages.ts'
import { sourceQuery } from './queries.ts'
import { RulesTab } from './rules-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useStatus } from './source-status.tsx'
import { useNameOf } from './use-name-of.ts'
import { useSourceActions } from './use-source-actions.ts'

export default function SourcePage() {
  const type = usePathParam('type')
  // Another one's page starts anew: nothing typed in may move over to it.
  return <Detail key={type} type={type} />
}

function Detail({ type }: { readonly type: string }) {
  const texts = useMessages(messages)
  const query = useData(sourceQuery, { type })
  // EMQX rejects unknown types with 400, because the type is an enum there.
  const isUnknown = isNotFound(query.error) || validationProblemOf(query.error)?.path === 'type'
  if (isUnknown && !query.data)
    return (
      <>
        <PageHeader title={type} />
        <Section>
          <EmptyState
            title={texts.notFound}
            hint={texts.notFoundHint(type)}
            action={<Link to="/authorization">{texts.allSources}</Link>}
          />
        </Section>
      </>
    )
  return (
    <>
      {query.data ? <Header source={query.data} /> : <PageHeader title={type} />}
      <QueryView query={query} skeleton={<Skeleton height={480} />}>
        {(source) => <Body source={source} />}
      </QueryView>
    </>
  )
}

interface SourceProps {
  readonly source: AuthorizationSource
}

function Header({ source }: SourceProps) {
  const nameOf = useNameOf()
  const go = useGo()
  const isViewer = useIsViewer()
  const { data: status } = useStatus(source)
  const actions = useSourceActions()
  return (
    <MemberHeader
      title={nameOf(source)}
      isEnabled={isEnabled(source)}
      hasNoBackend={hasNoBackend(source)}
      status={status}
      actions={
        isViewer
          ? undefined
          : {
              onEnable: () => void actions.enable(source),
              onDisable: () => void actions.disable(source),
              onDelete: async () => {
                if (await actions.delete(source)) go({ to: '/authorization' })
              },
            }
      }
    />
  )
}

const tabs = ['overview', 'settings', 'rules'] as const
const search = z.object({ tab: z.enum(tabs).catch('overview').default('overview') })

function Body({ source }: SourceProps) {
  const texts = useMessages(messages)
  const [state, setSearch] = useSearchState(search)
  const shown = tabs.filter((tab) => tab !== 'rules' || hasRules(source))
  const tab = shown.includes(state.tab) ? state.tab : 'overview'
  return (
    <Stack gap={4}>
      <Tabs
        label={texts.pageSections}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={shown.map((value) => ({ value, label: texts[value] }))}
      >
        {tab === 'overview' && <OverviewTab source={source} />}
        {/* Stays mounted, so that unsaved input is kept while another tab is open. */}
        <div hidden={tab !== 'settings'}>
          <SettingsTab source={source} />
        </div>
        {tab === 'rules' && <RulesTab source={source} />}
      </Tabs>
    </Stack>
  )
}

function OverviewTab({ source }: SourceProps) {
  const { columns } = useMessages(messages)
  const results = useMemo(
    () =>
      (['allow', 'deny', 'nomatch', 'ignore'] as const).map((id) => ({
        id,
        label: columns[id],
        hint: columns[`${id}Hint`],
      })),
    [columns],
  )
  return (
    <ChainOverview
      member={{ chain: 'authorization', name: source.type }}
      query={useStatus(source)}
      isEnabled={isEnabled(source)}
      hasNoBackend={hasNoBackend(source)}
      results={results}
    />
  )
}
