import type { RuleEvent } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { type NodeFieldProps, useField } from '../../schema-form/index.ts'
import {
  Button,
  Checkbox,
  CodeBlock,
  confirm,
  FieldFrame,
  Group,
  Link,
  Notice,
  RadioField,
  Stack,
  TagsField,
} from '../../ui/index.ts'
import { rulePages } from '../integrations/index.ts'
import { useWebhookForm } from './form-context.ts'
import { formMessages } from './form-messages.ts'
import { composeSql, eventTitle, isFilter, isOfMessages, published, readTrigger, type Trigger } from './trigger.ts'
import styles from './webhooks.module.css'

const kinds = ['messages', 'events', 'all'] as const

/** The trigger of a webhook. The form stores SQL. Incomplete selections are stored here. */
export function TriggerField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const texts = useMessages(formMessages)
  const { events, ruleId } = useWebhookForm()
  const known = useMemo(() => events.map(({ event }) => event), [events])
  const sql = typeof value === 'string' ? value : ''
  const read = useMemo(() => (sql === '' ? nothingChosen : readTrigger(sql, known)), [sql, known])
  /** The last selection with its SQL, which is empty for an incomplete selection. */
  const [chosen, setChosen] = useState<{ readonly trigger: Trigger; readonly sql: string }>()
  const trigger = chosen?.sql === sql ? chosen.trigger : read
  const choose = (next: Trigger) => {
    const text = composeSql(next, known) ?? ''
    setChosen({ trigger: next, sql: text })
    set(text)
  }
  if (!trigger) return <CustomSql sql={sql} ruleId={ruleId} isDisabled={isDisabled} onReset={() => choose(any)} />
  return (
    <Stack gap={5}>
      <KindField trigger={trigger} isDisabled={isDisabled} onChoose={choose} />
      {trigger.kind !== 'all' && (
        <EventsField
          events={events.filter(({ event }) => isOfMessages(event) === (trigger.kind === 'messages'))}
          chosen={trigger.events}
          error={frame.error ? texts.chooseEvent : undefined}
          isDisabled={isDisabled}
          onChange={(next) => {
            choose({ ...trigger, events: next })
            blur()
          }}
        />
      )}
      {trigger.kind === 'messages' && (
        <FiltersField
          filters={trigger.filters}
          isDisabled={isDisabled}
          onChange={(filters) => choose({ ...trigger, filters })}
        />
      )}
    </Stack>
  )
}

const any: Trigger = { kind: 'messages', events: [published], filters: [] }
const nothingChosen: Trigger = { kind: 'messages', events: [], filters: [] }

interface KindFieldProps {
  readonly trigger: Trigger
  readonly isDisabled: boolean
  readonly onChoose: (trigger: Trigger) => void
}

function KindField({ trigger, isDisabled, onChoose }: KindFieldProps) {
  const texts = useMessages(formMessages)
  // Keeps the selection of each type, in case the user returns to it.
  const [left, setLeft] = useState<Readonly<Partial<Record<Trigger['kind'], Trigger>>>>({})
  const change = (kind: Trigger['kind']) => {
    setLeft({ ...left, [trigger.kind]: trigger })
    onChoose(left[kind] ?? initialSettings[kind])
  }
  return (
    <RadioField
      label={texts.kind}
      value={trigger.kind}
      onChange={change}
      disabled={isDisabled}
      options={kinds.map((value) => ({ value, label: texts.kinds[value], description: texts.kindNotes[value] }))}
    />
  )
}

const initialSettings: Readonly<Record<Trigger['kind'], Trigger>> = {
  messages: any,
  events: { kind: 'events', events: [] },
  all: { kind: 'all' },
}

interface EventsFieldProps {
  readonly events: readonly RuleEvent[]
  readonly chosen: readonly string[]
  readonly error: React.ReactNode
  readonly isDisabled: boolean
  readonly onChange: (chosen: readonly string[]) => void
}

function EventsField({ events, chosen, error, isDisabled, onChange }: EventsFieldProps) {
  const texts = useMessages(formMessages)
  const locale = useLocale()
  // Events that the broker does not list stay selected and can be removed.
  const unknown = chosen.filter((event) => !events.some((one) => one.event === event))
  const all = [...events.map(({ event }) => event), ...unknown]
  return (
    <FieldFrame label={texts.events} group required disabled={isDisabled} error={error}>
      {({ disabled }) => (
        <div className={styles.events}>
          {all.map((event) => (
            <Checkbox
              key={event}
              label={eventTitle(event, events, locale)}
              checked={chosen.includes(event)}
              disabled={disabled}
              onChange={(isChosen) => onChange(all.filter((one) => (one === event ? isChosen : chosen.includes(one))))}
            />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

interface FiltersFieldProps {
  readonly filters: readonly string[]
  readonly isDisabled: boolean
  readonly onChange: (filters: readonly string[]) => void
}

function FiltersField({ filters, isDisabled, onChange }: FiltersFieldProps) {
  const texts = useMessages(formMessages)
  return (
    <TagsField
      label={texts.filters}
      help={texts.filtersHelp}
      placeholder={texts.noFilters}
      mono
      commaSeparates={false}
      disabled={isDisabled}
      value={filters}
      onChange={onChange}
      check={(filter) => (filterFault(filter) !== undefined || !isFilter(filter) ? texts.badFilter : undefined)}
    />
  )
}

interface CustomSqlProps {
  readonly sql: string
  readonly ruleId: string | undefined
  readonly isDisabled: boolean
  readonly onReset: () => void
}

function CustomSql({ sql, ruleId, isDisabled, onReset }: CustomSqlProps) {
  const texts = useMessages(formMessages)
  const ask = async () => {
    const isSure = await confirm({
      title: texts.resetTriggerQuestion,
      body: texts.resetTriggerNote,
      action: texts.resetTrigger,
    })
    if (isSure) onReset()
  }
  return (
    <Stack gap={3}>
      <Notice tone="amber">
        <strong>{texts.customSql}.</strong> {texts.customSqlNote}
      </Notice>
      <CodeBlock code={sql.trim()} wrap />
      <Group gap={4} wrap>
        {ruleId !== undefined && (
          <Link to={rulePages.detail} params={{ id: ruleId }} search={{ tab: 'rule' }}>
            {texts.toRule}
          </Link>
        )}
        {!isDisabled && (
          <Button size="small" onClick={() => void ask()}>
            {texts.resetTrigger}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
