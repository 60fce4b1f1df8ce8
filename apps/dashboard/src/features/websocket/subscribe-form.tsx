import { type FormEvent, useId, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault, splitShare } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import { colours, filtersIn, useValue, type WantedSubscription } from '../../mqtt-client/index.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import {
  Button,
  Checkbox,
  FieldFrame,
  Fields,
  Group,
  join,
  NumberField,
  SegmentedField,
  Select,
  Stack,
  TextField,
} from '../../ui/index.ts'
import { trafficMessages } from './traffic-messages.ts'
import styles from './websocket.module.css'
import type { Bench } from './workbench.ts'

interface Values extends Omit<WantedSubscription, 'filter'> {
  /** Several lines are several filters. */
  readonly filters: string
  /** Empty: not shared. */
  readonly group: string
}

const levels = [0, 1, 2] as const
const defaultFilter = 't/#'
const largestId = 268_435_455

interface SubscribeFormProps {
  readonly bench: Bench
  /** Stands in the form at first. */
  readonly start: WantedSubscription | undefined
}

export function SubscribeForm({ bench, start }: SubscribeFormProps) {
  const texts = useMessages(trafficMessages)
  const isFive = useValue(bench.settings).version === '5'
  const [values, setValues] = useState(() => valuesOf(start, bench.connection.subscriptions.get().length))
  const [isMany, setMany] = useState(false)
  const [hasTried, setTried] = useState(false)
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  const filters = isMany ? filtersIn(values.filters) : [values.filters.trim()]
  const wanted = filters.map((filter) => ({ ...values, filter: withGroup(filter, values.group) }))
  const fault = useFault(wanted, isMany)
  const isIdWrong = isFive && values.id !== undefined && !isId(values.id)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault !== undefined || isIdWrong || wanted.length === 0) return
    for (const [index, { filters: _, group: __, ...one }] of wanted.entries())
      bench.connection.subscribe({ ...one, colour: (values.colour + index) % colours })
    setTried(false)
    change({ filters: '', colour: bench.connection.subscriptions.get().length % colours })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        {isMany ? (
          <ManyField value={values.filters} onChange={(filters) => change({ filters })} error={hasTried && fault} />
        ) : (
          <TextField
            mono
            label={texts.filter}
            placeholder={defaultFilter}
            autoComplete="off"
            value={values.filters}
            onChange={(event) => change({ filters: event.currentTarget.value })}
            error={hasTried && fault}
          />
        )}
        <Group justify="between" align="end" wrap>
          <SegmentedField
            label={texts.qos}
            value={String(values.qos)}
            onChange={(qos) => change({ qos: levels[Number(qos)] ?? 0 })}
            options={levels.map((level) => ({ value: String(level), label: String(level) }))}
          />
          <Button type="submit" disabled={wanted.length === 0}>
            {isMany ? texts.manySubscribe(wanted.length) : texts.subscribe}
          </Button>
        </Group>
        <Disclosure label={texts.options} mustShow={hasTried && isIdWrong}>
          <Options values={values} change={change} isFive={isFive} isIdWrong={hasTried && isIdWrong} />
          <Checkbox
            label={texts.many}
            checked={isMany}
            onChange={(checked) => {
              setMany(checked)
              if (values.filters === defaultFilter) change({ filters: '' })
            }}
          />
        </Disclosure>
      </Stack>
    </form>
  )
}

const isId = (id: number) => Number.isInteger(id) && id >= 1 && id <= largestId

const withGroup = (filter: string, group: string) => (group === '' ? filter : `$share/${group}/${filter}`)

function valuesOf(start: WantedSubscription | undefined, count: number): Values {
  const fresh: Values = {
    filters: count === 0 ? defaultFilter : '',
    qos: 0,
    noLocal: false,
    retainAsPublished: false,
    retainHandling: 0,
    id: undefined,
    colour: count % colours,
    group: '',
  }
  if (!start) return fresh
  const { filter, ...rest } = start
  const { group = '', topic } = splitShare(filter)
  // `$queue/` is a group of its own kind, and stays as it was typed.
  return group === '$queue' ? { ...fresh, ...rest, filters: filter } : { ...fresh, ...rest, filters: topic, group }
}

function useFault(wanted: readonly WantedSubscription[], isMany: boolean): string | undefined {
  const texts = useMessages(trafficMessages)
  const faults = useMessages(topicFilterMessages)
  for (const { filter, noLocal } of wanted) {
    const fault = filterFault(filter, noLocal)
    if (fault) return isMany ? texts.inLine(filter, faults[fault]) : faults[fault]
  }
  return undefined
}

interface ManyFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | false | undefined
}

function ManyField({ value, onChange, error }: ManyFieldProps) {
  const texts = useMessages(trafficMessages)
  return (
    <FieldFrame label={texts.manyLabel} error={error}>
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

interface OptionsProps {
  readonly values: Values
  readonly change: (part: Partial<Values>) => void
  readonly isFive: boolean
  readonly isIdWrong: boolean
}

function Options({ values, change, isFive, isIdWrong }: OptionsProps) {
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
      {isFive && (
        <>
          <NumberField
            label={texts.id}
            value={values.id}
            onChange={(id) => change({ id })}
            min={1}
            max={largestId}
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
