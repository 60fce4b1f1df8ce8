import { type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../../../i18n/index.ts'
import { filterFault, splitShare } from '../../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../../lib/topics/topic-filter-messages.ts'
import {
  Button,
  Checkbox,
  FieldFrame,
  Fields,
  focusInvalid,
  Group,
  join,
  NumberField,
  SegmentedField,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { colourCount, type SubscriptionRequest, splitFilters, useValue } from '../index.ts'
import { trafficMessages } from '../traffic-messages.ts'
import styles from '../websocket.module.css'

interface SubscribeFormValues extends Omit<SubscriptionRequest, 'filter'> {
  /** One topic filter, or one per line. */
  readonly filters: string
  /** Empty when the subscription is not shared. */
  readonly group: string
}

const levels = [0, 1, 2] as const
const defaultFilter = 't/#'
const maxSubscriptionId = 268_435_455

interface SubscribeFormProps {
  readonly tab: ConnectionTab
  /** Initial values of the form. */
  readonly initial: SubscriptionRequest | undefined
}

export function SubscribeForm({ tab, initial }: SubscribeFormProps) {
  const texts = useMessages(trafficMessages)
  const isMqtt5 = useValue(tab.settings).version === '5'
  const [values, setValues] = useState(() => valuesOf(initial, tab.connection.subscriptions.get().length))
  const [hasSeveral, setSeveral] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const change = (changes: Partial<SubscribeFormValues>) => setValues((before) => ({ ...before, ...changes }))
  const filters = hasSeveral ? splitFilters(values.filters) : [values.filters.trim()]
  const requests = filters.map((filter) => ({ ...values, filter: withGroup(filter, values.group) }))
  const fault = useFault(requests, hasSeveral)
  const isIdWrong = isMqtt5 && values.id !== undefined && !isId(values.id)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (fault !== undefined || isIdWrong) {
      // The fields get their errors before the first one is focused.
      flushSync(() => setSubmitted(true))
      return void focusInvalid(event.currentTarget)
    }
    for (const [index, { filters: _, group: __, ...request }] of requests.entries())
      tab.connection.subscribe({ ...request, colour: (values.colour + index) % colourCount })
    setSubmitted(false)
    change({ filters: '', colour: tab.connection.subscriptions.get().length % colourCount })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        {hasSeveral ? (
          <FilterLinesField
            value={values.filters}
            onChange={(filters) => change({ filters })}
            error={isSubmitted && fault}
          />
        ) : (
          <TextField
            mono
            label={texts.topicFilter}
            placeholder={defaultFilter}
            autoComplete="off"
            value={values.filters}
            onChange={(event) => change({ filters: event.currentTarget.value })}
            error={isSubmitted && fault}
          />
        )}
        <Group justify="between" align="end" wrap>
          <SegmentedField
            label={texts.qos}
            value={String(values.qos)}
            onChange={(qos) => change({ qos: levels[Number(qos)] ?? 0 })}
            options={levels.map((level) => ({ value: String(level), label: String(level) }))}
          />
          <Button type="submit">
            {hasSeveral && requests.length > 0 ? texts.subscribeToFilters(requests.length) : texts.subscribe}
          </Button>
        </Group>
        <Disclosure label={texts.options} mustShow={isSubmitted && isIdWrong}>
          <SubscriptionOptions values={values} change={change} isMqtt5={isMqtt5} isIdWrong={isSubmitted && isIdWrong} />
          <Checkbox
            label={texts.severalFilters}
            checked={hasSeveral}
            onChange={(checked) => {
              setSeveral(checked)
              if (values.filters === defaultFilter) change({ filters: '' })
            }}
          />
        </Disclosure>
      </Stack>
    </form>
  )
}

const isId = (id: number) => Number.isInteger(id) && id >= 1 && id <= maxSubscriptionId

const withGroup = (filter: string, group: string) => (group === '' ? filter : `$share/${group}/${filter}`)

function valuesOf(initial: SubscriptionRequest | undefined, count: number): SubscribeFormValues {
  const defaults: SubscribeFormValues = {
    filters: count === 0 ? defaultFilter : '',
    qos: 0,
    noLocal: false,
    retainAsPublished: false,
    retainHandling: 0,
    id: undefined,
    colour: count % colourCount,
    group: '',
  }
  if (!initial) return defaults
  const { filter, ...rest } = initial
  const { group = '', topic } = splitShare(filter)
  // `$queue/` is a special group and stays part of the filter.
  return group === '$queue'
    ? { ...defaults, ...rest, filters: filter }
    : { ...defaults, ...rest, filters: topic, group }
}

function useFault(requests: readonly SubscriptionRequest[], hasSeveral: boolean): string | undefined {
  const texts = useMessages(trafficMessages)
  const faultTexts = useMessages(topicFilterMessages)
  if (requests.length === 0) return faultTexts.empty
  for (const { filter, noLocal } of requests) {
    const fault = filterFault(filter, noLocal)
    if (fault) return hasSeveral ? texts.faultOf(filter, faultTexts[fault]) : faultTexts[fault]
  }
  return undefined
}

interface FilterLinesFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | false | undefined
}

function FilterLinesField({ value, onChange, error }: FilterLinesFieldProps) {
  const texts = useMessages(trafficMessages)
  return (
    <FieldFrame label={texts.filterLines} error={error}>
      {(control) => (
        <textarea
          {...control}
          className={styles.many}
          rows={6}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

interface SubscriptionOptionsProps {
  readonly values: SubscribeFormValues
  readonly change: (changes: Partial<SubscribeFormValues>) => void
  readonly isMqtt5: boolean
  readonly isIdWrong: boolean
}

function SubscriptionOptions({ values, change, isMqtt5, isIdWrong }: SubscriptionOptionsProps) {
  const texts = useMessages(trafficMessages)
  return (
    <Fields>
      <TextField
        mono
        label={texts.group}
        help={texts.groupHelp}
        autoComplete="off"
        value={values.group}
        onChange={(event) => change({ group: event.currentTarget.value.trim() })}
      />
      <ColourField value={values.colour} onChange={(colour) => change({ colour })} />
      {isMqtt5 && (
        <>
          <NumberField
            label={texts.id}
            value={values.id}
            onChange={(id) => change({ id })}
            min={1}
            max={maxSubscriptionId}
            error={isIdWrong && texts.idWrong}
          />
          <Select
            label={texts.retainHandling}
            value={String(values.retainHandling)}
            onChange={(value) => change({ retainHandling: levels[Number(value)] ?? 0 })}
            options={levels.map((level) => ({ value: String(level), label: texts.retainHandlings[level] }))}
          />
          <Checkbox
            label={texts.noLocal}
            description={texts.noLocalHelp}
            checked={values.noLocal}
            onChange={(noLocal) => change({ noLocal })}
          />
          <Checkbox
            label={texts.retainAsPublished}
            description={texts.retainAsPublishedHelp}
            checked={values.retainAsPublished}
            onChange={(retainAsPublished) => change({ retainAsPublished })}
          />
        </>
      )}
    </Fields>
  )
}

function ColourField({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  const texts = useMessages(trafficMessages)
  const name = useId()
  return (
    <FieldFrame group label={texts.colour}>
      {() => (
        <div className={styles.swatches}>
          {texts.colours.map((label, index) => (
            <label key={label} className={join(styles.swatch, styles[`colour${index}`])} title={label}>
              <input
                type="radio"
                name={name}
                aria-label={label}
                checked={index === value}
                onChange={() => onChange(index)}
              />
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
