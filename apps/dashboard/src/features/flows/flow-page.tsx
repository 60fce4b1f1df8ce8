import type { Rule } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { DetailPage, RefreshControl, useChange, useData, useFresh, useRecentAnswers } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type OutsideChange, OutsideChangeNotice } from '../../schema-form/index.ts'
import { Link, Notice, toast, usePathParam } from '../../ui/index.ts'
import { isWebhook, partsOf } from '../integrations/index.ts'
import { ruleQuery } from '../rules/index.ts'
import { FlowDesigner } from './designer/flow-designer.tsx'
import { type FlowDraft, flowOf, saved } from './draft/flow-draft.ts'
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

/** Changes of other users are shown before they are overwritten. */
function EditFlow({ rule, rates }: EditFlowProps) {
  const texts = useMessages(flowMessages)
  const { id } = rule
  const read = useFresh(
    ruleQuery,
    useMemo(() => ({ id }), [id]),
  )
  const { run } = useChange(saveFlow)
  const [base, setBase] = useState(() => flowOf(rule))
  const [known, setKnown] = useState(base)
  const [isDirty, setDirty] = useState(false)
  const [outside, setOutside] = useState<OutsideChange>()
  const newest = flowOf(rule)
  const [newestSeen, setNewestSeen] = useState(newest)
  // Changes of other users do not replace unsaved changes. They are reported on saving.
  if (!isDirty && !isSame(newestSeen, newest)) {
    setNewestSeen(newest)
    setBase(newest)
    setKnown(newest)
  }
  return (
    <FlowDesigner
      start={base}
      exists
      readOnly={isOfWebhook(rule)}
      rates={rates}
      onDirty={setDirty}
      note={
        outside && (
          <OutsideChangeNotice change={outside} onClose={() => setOutside(undefined)}>
            {texts.changedMeanwhile}
          </OutsideChangeNotice>
        )
      }
      onSave={async (draft) => {
        const now = await read()
        const theirs = flowOf(now)
        if (!isSame(theirs, known)) {
          setOutside({ before: known, after: theirs })
          setKnown(theirs)
          return
        }
        await run({ draft, rule: now })
        const after = saved(draft)
        setOutside(undefined)
        setDirty(false)
        setBase(after)
        setKnown(after)
        setNewestSeen(theirs)
        toast.success(texts.savedNamed(id))
      }}
    />
  )
}

const isSame = (a: FlowDraft, b: FlowDraft): boolean => JSON.stringify(a) === JSON.stringify(b)
