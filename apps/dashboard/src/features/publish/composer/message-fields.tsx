import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type Pair, PairsField } from '../../../ui/fields/pairs-field.tsx'
import { Checkbox, Fields, NumberField, SegmentedField, Stack, TextField } from '../../../ui/index.ts'
import { type ContentFaults, type MessageContent, maxSeconds } from './message-content.ts'
import { composerMessages } from './messages.ts'

interface MessageFieldsProps {
  readonly draft: MessageContent
  readonly change: (changes: Partial<MessageContent>) => void
  readonly faults: ContentFaults
}

interface TopicFieldProps extends MessageFieldsProps {
  readonly label?: string
  readonly placeholder?: string
  /** Has the focus when the form opens. */
  readonly isFirst?: boolean
}

export function TopicField({ draft, change, faults, label, placeholder, isFirst }: TopicFieldProps) {
  const texts = useMessages(composerMessages)
  return (
    <TextField
      mono
      required
      label={label ?? texts.topic}
      autoComplete="off"
      value={draft.topic}
      onChange={(event) => change({ topic: event.currentTarget.value })}
      error={faults.topic && texts.topicFaults[faults.topic]}
      {...(placeholder !== undefined && { placeholder })}
      {...(isFirst && { 'data-autofocus': true })}
    />
  )
}

export function QosField({ draft, change, label }: Omit<MessageFieldsProps, 'faults'> & { readonly label?: string }) {
  const texts = useMessages(composerMessages)
  return (
    <SegmentedField
      label={label ?? texts.qos}
      value={draft.qos}
      onChange={(qos) => change({ qos })}
      options={(['0', '1', '2'] as const).map((value) => ({ value, label: value }))}
    />
  )
}

interface PropertyFieldsProps extends MessageFieldsProps {
  readonly columns?: 1 | 2 | 3
  /** Fields of one form only, before and after those that every message has. */
  readonly first?: ReactNode
  readonly last?: ReactNode
  /** Checkboxes of one form only. */
  readonly options?: ReactNode
  readonly userPropertiesError?: string | undefined
}

/** The PUBLISH properties of MQTT 5 (3.3.2.3). */
export function PropertyFields(props: PropertyFieldsProps) {
  const { draft, change, faults, columns, first, last, options, userPropertiesError } = props
  const texts = useMessages(composerMessages)
  const format = useFormat()
  return (
    <Stack gap={4}>
      <Fields {...(columns && { columns })}>
        {first}
        <NumberField
          label={texts.messageExpiry}
          unit={texts.seconds}
          value={draft.expiry}
          onChange={(expiry) => change({ expiry })}
          min={0}
          max={maxSeconds}
          error={faults.expiry && texts.wholeNumber('0', format.number(maxSeconds))}
        />
        {(['contentType', 'responseTopic', 'correlation'] as const).map((name) => (
          <TextField
            key={name}
            mono
            label={name === 'correlation' ? texts.correlationData : texts[name]}
            autoComplete="off"
            value={draft[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            error={name === 'responseTopic' && faults.responseTopic && texts.topicFaults[faults.responseTopic]}
            {...(name === 'contentType' && { placeholder: 'application/json' })}
          />
        ))}
        {last}
      </Fields>
      <Checkbox label={texts.isUtf8} checked={draft.isUtf8} onChange={(isUtf8) => change({ isUtf8 })} />
      {options}
      <UserPropertiesField
        pairs={draft.userProperties}
        onChange={(userProperties) => change({ userProperties })}
        error={userPropertiesError}
      />
    </Stack>
  )
}

interface UserPropertiesFieldProps {
  readonly pairs: readonly Pair[]
  readonly onChange: (pairs: readonly Pair[]) => void
  readonly error?: string | undefined
}

export function UserPropertiesField(props: UserPropertiesFieldProps) {
  const texts = useMessages(composerMessages)
  return <PairsField label={texts.userProperties} texts={texts} {...props} />
}
