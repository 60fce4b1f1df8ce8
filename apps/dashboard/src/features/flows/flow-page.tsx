import type { Rule } from '@mqdeck/contract'
import { useMemo } from 'react'
import { DetailPage, RefreshControl, useChange, useData, useRecentAnswers } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Link, Notice, usePathParam } from '../../ui/index.ts'
import { isWebhook, partsOf } from '../integrations/index.ts'
import { ruleQuery, useSavedRule } from '../rules/index.ts'
import { FlowDesigner } from './designer/flow-designer.tsx'
import { afterSaving, flowOf } from './draft/flow-draft.ts'
import { ratesBetween } from './map/rates.ts'
import { flowMessages } from './messages.ts'
import { flowCountersQuery, saveFlow } from './queries.ts'

export default function FlowPage() {
  const id = usePathParam('id')
  // The key resets the designer when another flow is opened.
  return <Detail key={id} id={id} />
}

function Detail({ id }: { readonly id: string }) {
  const texts = useMessages(flowMessages)
  const query = useData(ruleQuery, { id })
  const counters = useData(flowCountersQuery, undefined)
  const readings = useRecentAnswers(counters, 30_000)
  const rates = useMemo(() => ratesBetween(readings[0], readings.at(-1)), [readings])
  return (
    <DetailPage
      query={query}
      name={id}
      title={({ name }) => (name === '' ? id : name)}
      description={({ name, description }) =>
        [name !== '' && name !== id ? id : '', description].filter(Boolean).join(' · ')
      }
      actions={() => (
        <>
          <RefreshControl queries={[query, counters]} />
          <Link to="/rule/rules/$id" params={{ id }}>
            {texts.openRule}
          </Link>
        </>
      )}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(id),
        action: <Link to="/flow">{texts.all}</Link>,
      }}
      note={(rule) => isOfWebhook(rule) && <Notice>{texts.webhookNote}</Notice>}
      content={(rule) => <EditFlow rule={rule} rates={rates} />}
    />
  )
}

const isOfWebhook = ({ id }: Rule) => isWebhook(partsOf(id))

interface EditFlowProps {
  readonly rule: Rule
  readonly rates: ReturnType<typeof ratesBetween>
}

function EditFlow({ rule, rates }: EditFlowProps) {
  const { run } = useChange(saveFlow)
  const saved = useSavedRule(rule, { draftOf: flowOf, save: run, afterSaving })
  return <FlowDesigner {...saved} readOnly={isOfWebhook(rule)} rates={rates} />
}
