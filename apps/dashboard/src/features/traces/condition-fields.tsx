import { traceTypes } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useData } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import { SegmentedField, Select, TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { DraftFaults } from './draft.ts'
import type { FieldsOfDraft } from './fields-of-draft.ts'
import { messages } from './messages.ts'
import { clientIdsQuery, ruleChoicesQuery } from './queries.ts'

/** What is traced: one client, the topics of a filter, an address or a rule. */
export function ConditionFields({ draft, faults, refused, onChange }: FieldsOfDraft) {
  const texts = useMessages(createMessages)
  const { types } = useMessages(messages)
  const problem = useValueFault(faults.value) ?? refused?.value
  const { type, values } = draft
  const value = values[type]
  const setValue = (next: string) => onChange({ values: { ...values, [type]: next } })
  const field = { value, setValue, problem }
  return (
    <>
      <SegmentedField
        label={texts.what}
        value={type}
        onChange={(next) => onChange({ type: next })}
        options={traceTypes.map((one) => ({ value: one, label: types[one] }))}
      />
      {type === 'clientid' && <ClientField {...field} />}
      {type === 'topic' && (
        <TextField
          mono
          required
          label={texts.values.topic}
          description={texts.topicHint}
          placeholder="plant/+/temperature"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={problem}
        />
      )}
      {type === 'ip_address' && (
        <TextField
          mono
          required
          label={texts.values.ip_address}
          description={texts.addressHint}
          placeholder="192.168.1.10"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={problem}
        />
      )}
      {type === 'ruleid' && <RuleField {...field} />}
    </>
  )
}

interface ValueFieldProps {
  readonly value: string
  readonly setValue: (value: string) => void
  readonly problem: string | undefined
}

function useValueFault(fault: DraftFaults['value']): string | undefined {
  const texts = useMessages(createMessages)
  const ofFilters = useMessages(topicFilterMessages)
  if (fault === undefined) return undefined
  if (fault === 'missing') return texts.missing
  return fault === 'notAnAddress' ? texts.notAnAddress : ofFilters[fault]
}

/** Proposes the ids of clients that the broker knows; any other may be typed, for it may connect later. */
function ClientField({ value, setValue, problem }: ValueFieldProps) {
  const texts = useMessages(createMessages)
  const like = useRested(value)
  const { data } = useData(clientIdsQuery, { like }, { enabled: like !== '', keepPrevious: true })
  return (
    <TextField
      mono
      required
      label={texts.values.clientid}
      description={texts.clientHint}
      autoComplete="off"
      data-autofocus
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      suggestions={like === '' ? [] : (data ?? [])}
      error={problem}
    />
  )
}

/** A rule of the list; its id where there are too many to choose from, or nobody can say. */
function RuleField({ value, setValue, problem }: ValueFieldProps) {
  const texts = useMessages(createMessages)
  const { data, error } = useData(ruleChoicesQuery, undefined)
  if (error !== undefined || data?.isAll === false)
    return (
      <TextField
        mono
        required
        label={texts.values.ruleid}
        description={texts.ruleHint}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={problem}
      />
    )
  const rules = data?.rules ?? []
  return (
    <Select
      required
      label={texts.values.ruleid}
      description={data && rules.length === 0 ? texts.noRules : texts.ruleHint}
      placeholder={texts.chooseRule}
      disabled={rules.length === 0}
      value={value === '' ? undefined : value}
      onChange={(next) => setValue(next ?? '')}
      options={rules.map(({ id, name }) => ({ value: id, label: name === '' || name === id ? id : `${name} (${id})` }))}
      error={problem}
    />
  )
}

/** Milliseconds without a key: every question costs a cluster a write. */
const rest = 300

/** The text once nobody has typed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
