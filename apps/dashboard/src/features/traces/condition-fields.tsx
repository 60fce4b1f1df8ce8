import { traceTypes } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SegmentedField, Select, TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { TraceForm } from './draft.ts'
import { messages } from './messages.ts'
import { clientIdsQuery, ruleChoicesQuery } from './queries.ts'

/** The condition of a trace: a client, a topic filter, an IP address or a rule. */
export function ConditionFields({ form }: { readonly form: TraceForm }) {
  const texts = useMessages(createMessages)
  const { types } = useMessages(messages)
  const { type } = form.values
  const { value: values, onChange, error: errorText } = form.field('values')
  const value = values[type]
  const setValue = (next: string) => onChange({ ...values, [type]: next })
  const field = { value, setValue, errorText }
  return (
    <>
      <SegmentedField
        label={texts.condition}
        options={traceTypes.map((one) => ({ value: one, label: types[one] }))}
        {...form.field('type')}
      />
      {type === 'clientid' && <ClientField {...field} />}
      {type === 'topic' && (
        <TextField
          mono
          required
          label={texts.values.topic}
          description={texts.topicHelp}
          placeholder="plant/+/temperature"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={errorText}
        />
      )}
      {type === 'ip_address' && (
        <TextField
          mono
          required
          label={texts.values.ip_address}
          description={texts.addressHelp}
          placeholder="192.168.1.10"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={errorText}
        />
      )}
      {type === 'ruleid' && <RuleField {...field} />}
    </>
  )
}

interface ValueFieldProps {
  readonly value: string
  readonly setValue: (value: string) => void
  readonly errorText: string | undefined
}

/** Suggests known client IDs. Any client ID can be entered, since a client may connect later. */
function ClientField({ value, setValue, errorText }: ValueFieldProps) {
  const texts = useMessages(createMessages)
  const like = useDebounced(value)
  const { data } = useData(clientIdsQuery, { like }, { enabled: like !== '', keepPrevious: true })
  return (
    <TextField
      mono
      required
      label={texts.values.clientid}
      description={texts.clientHelp}
      autoComplete="off"
      data-autofocus
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      suggestions={like === '' ? [] : (data ?? [])}
      error={errorText}
    />
  )
}

/** A select of the rules, or a text field for the ID if there are too many rules or they cannot be loaded. */
function RuleField({ value, setValue, errorText }: ValueFieldProps) {
  const texts = useMessages(createMessages)
  const { data, error } = useData(ruleChoicesQuery, undefined)
  if (error !== undefined || data?.isComplete === false)
    return (
      <TextField
        mono
        required
        label={texts.values.ruleid}
        description={texts.ruleHelp}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={errorText}
      />
    )
  const rules = data?.rules ?? []
  return (
    <Select
      required
      label={texts.values.ruleid}
      description={data && rules.length === 0 ? texts.noRules : texts.ruleHelp}
      placeholder={texts.selectRule}
      disabled={rules.length === 0}
      value={value === '' ? undefined : value}
      onChange={(next) => setValue(next ?? '')}
      options={rules.map(({ id, name }) => ({ value: id, label: name === '' || name === id ? id : `${name} (${id})` }))}
      error={errorText}
    />
  )
}

/** Debounce time in milliseconds. The search runs on every node of a cluster. */
const debounceMs = 300

/** The text after a pause in typing. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
