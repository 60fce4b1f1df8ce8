import type { JqPaused, Rule } from '@mqdeck/contract'
import { IconDots } from '@tabler/icons-react'
import { z } from 'zod'
import { isNotFound, QueryView, RefreshControl, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  IconButton,
  Link,
  Menu,
  Notice,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  StatusDot,
  Tabs,
  useGo,
  useHasOpened,
  usePathParam,
  useSearchState,
} from '../../ui/index.ts'
import { isWebhook, partsOf } from '../integrations/index.ts'
import { TraceButton } from '../traces/index.ts'
import { EditRule } from './editor/edit-rule.tsx'
import { messages } from './messages.ts'
import { ruleQuery, ruleStatisticsQuery } from './queries.ts'
import { RuleOverview } from './rule-overview.tsx'
import { RuleUses } from './rule-uses.tsx'
import { useRuleActions } from './use-rule-actions.tsx'

const tabs = ['overview', 'rule', 'uses'] as const
const search = z.object({ tab: z.enum(tabs).catch('overview').default('overview') })

export default function RulePage() {
  const id = usePathParam('id')
  // The key resets the forms when another rule is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const texts = useMessages(messages)
  const query = useData(ruleQuery, { id })
  const statistics = useData(ruleStatisticsQuery, { id })
  const rule = query.data
  if (isNotFound(query.error) && !rule)
    return (
      <>
        <PageHeader title={id} />
        <Section>
          <EmptyState
            title={texts.notFound}
            hint={texts.notFoundHint(id)}
            action={<Link to="/rule/rules">{texts.all}</Link>}
          />
        </Section>
      </>
    )
  return (
    <>
      <PageHeader
        title={rule && rule.name !== '' ? rule.name : id}
        description={
          rule && [rule.name !== '' && rule.name !== id ? id : '', rule.description].filter(Boolean).join(' · ')
        }
        status={
          rule && (
            <StatusDot tone={rule.enable ? 'accent' : 'grey'}>{rule.enable ? texts.enabled : texts.disabled}</StatusDot>
          )
        }
        actions={
          rule && (
            <>
              <RefreshControl queries={[query, statistics]} />
              <TraceButton of={{ type: 'ruleid', value: id }} />
              <Actions rule={rule} />
            </>
          )
        }
      />
      <QueryView query={query} skeleton={<Skeleton height={480} />}>
        {(one) => <Body rule={one} paused={statistics.data?.jq_paused} />}
      </QueryView>
    </>
  )
}

function Body({ rule, paused }: { readonly rule: Rule; readonly paused: JqPaused | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const [{ tab }, setSearch] = useSearchState(search)
  const ofWebhook = belongsToWebhook(rule)
  const hasEditor = useHasOpened(tab === 'rule')
  return (
    <Stack gap={4}>
      {paused && (
        <Notice tone="amber">{texts.jqPausedNote(format.time(paused.until), format.span(paused.time_limit))}</Notice>
      )}
      {ofWebhook && (
        <Notice>
          {texts.webhookNote} <Link to="/webhook">{texts.toWebhooks}</Link>
        </Notice>
      )}
      <Tabs
        label={texts.pageSections}
        value={tab}
        onChange={(next) => setSearch({ tab: next })}
        tabs={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
      >
        {tab === 'overview' && <RuleOverview rule={rule} />}
        {/* Stays mounted, so that unsaved changes survive a change of tabs. */}
        {hasEditor && (
          <div hidden={tab !== 'rule'}>
            <EditRule rule={rule} readOnly={ofWebhook} />
          </div>
        )}
        {tab === 'uses' && <RuleUses rule={rule} />}
      </Tabs>
    </Stack>
  )
}

const belongsToWebhook = ({ id }: Rule) => isWebhook(partsOf(id))

function Actions({ rule }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useRuleActions()
  if (isViewer || belongsToWebhook(rule)) return null
  return (
    <>
      <Button onClick={() => void actions.switchTo(rule, !rule.enable)}>
        {rule.enable ? texts.disable : texts.enable}
      </Button>
      <Menu
        trigger={<IconButton label={texts.moreActions} icon={<IconDots size={17} aria-hidden />} />}
        items={[
          { label: texts.duplicate, onSelect: () => go({ to: '/rule/rules/create', search: { copy: rule.id } }) },
          {
            label: texts.delete,
            danger: true,
            onSelect: async () => {
              if (await actions.remove(rule)) go({ to: '/rule/rules' })
            },
          },
        ]}
      />
    </>
  )
}
