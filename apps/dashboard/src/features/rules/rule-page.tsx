import type { Rule } from '@mqdeck/contract'
import { DetailPage, RefreshControl, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Link, Notice, useGo, usePathParam } from '../../ui/index.ts'
import { DetailMenu, isWebhook, partsOf } from '../integrations/index.ts'
import { TraceButton } from '../traces/index.ts'
import { EditRule } from './editor/edit-rule.tsx'
import { messages } from './messages.ts'
import { ruleQuery, ruleStatisticsQuery } from './queries.ts'
import { RuleOverview } from './rule-overview.tsx'
import { CurrentRuleStatus } from './rule-status.tsx'
import { RuleUses } from './rule-uses.tsx'
import { useRuleActions } from './use-rule-actions.tsx'

export default function RulePage() {
  const id = usePathParam('id')
  // The key resets the forms when another rule is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const texts = useMessages(messages)
  const query = useData(ruleQuery, { id })
  const statistics = useData(ruleStatisticsQuery, { id })
  return (
    <DetailPage
      query={query}
      name={id}
      title={({ name }) => (name === '' ? id : name)}
      description={({ name, description }) =>
        [name !== '' && name !== id ? id : '', description].filter(Boolean).join(' · ')
      }
      status={(rule) => <CurrentRuleStatus rule={rule} />}
      actions={(rule) => (
        <>
          <RefreshControl queries={[query, statistics]} />
          <TraceButton of={{ type: 'ruleid', value: id }} />
          <Link to="/flow/$id" params={{ id }}>
            {texts.asFlow}
          </Link>
          <Actions rule={rule} />
        </>
      )}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(id),
        action: <Link to="/rule/rules">{texts.all}</Link>,
      }}
      note={(rule) => <Notes rule={rule} />}
      tabs={(rule) => [
        { value: 'overview', label: texts.tabs.overview, content: () => <RuleOverview rule={rule} /> },
        {
          value: 'rule',
          label: texts.tabs.rule,
          content: () => <EditRule rule={rule} readOnly={belongsToWebhook(rule)} />,
          keepsInput: true,
        },
        { value: 'uses', label: texts.tabs.uses, content: () => <RuleUses rule={rule} /> },
      ]}
    />
  )
}

function Notes({ rule }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const paused = useData(ruleStatisticsQuery, { id: rule.id }).data?.jq_paused
  return (
    <>
      {paused && (
        <Notice tone="amber">{texts.jqPausedNote(format.time(paused.until), format.span(paused.time_limit))}</Notice>
      )}
      {belongsToWebhook(rule) && (
        <Notice>
          {texts.webhookNote} <Link to="/webhook">{texts.toWebhooks}</Link>
        </Notice>
      )}
    </>
  )
}

const belongsToWebhook = ({ id }: Rule) => isWebhook(partsOf(id))

function Actions({ rule }: { readonly rule: Rule }) {
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useRuleActions()
  if (isViewer || belongsToWebhook(rule)) return null
  return (
    <DetailMenu
      isEnabled={rule.enable}
      onSwitch={(enable) => void actions.switchTo(rule, enable)}
      onDuplicate={() => go({ to: '/rule/rules/create', search: { copy: rule.id } })}
      onDelete={async () => {
        if (await actions.remove(rule)) go({ to: '/rule/rules' })
      }}
    />
  )
}
