import type { RuleEvent } from '@mqdeck/contract'
import { sourceKind } from '@mqdeck/rules/catalog'
import { type FormEvent, useState } from 'react'
import { useData } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import { Button, Dim, Group, Link, Modal, SegmentedControl, Select, Stack, TemplateField } from '../../../ui/index.ts'
import { channelQueries, idOf, pages, sourceTopic } from '../../integrations/index.ts'
import { topicsQuery } from '../queries.ts'
import { editorMessages } from './editor-messages.ts'
import { titleOf } from './example-list.tsx'

interface InputDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** The inputs in FROM. */
  readonly present: readonly string[]
  readonly events: readonly RuleEvent[]
  /** An input to replace. */
  readonly start?: string | undefined
  readonly onAdd: (source: string) => void
}

const kinds = ['topic', 'event', 'bridge'] as const
type Kind = (typeof kinds)[number]

/** Adds a topic, an event or a source to FROM, or replaces one. */
export function InputDialog(props: InputDialogProps) {
  const texts = useMessages(editorMessages)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.start === undefined ? texts.addInput : texts.changeInput}
      size={520}
    >
      {props.opened && <InputForm {...props} />}
    </Modal>
  )
}

function InputForm({ onClose, present, events, start, onAdd }: InputDialogProps) {
  const texts = useMessages(editorMessages)
  const [kind, setKind] = useState<Kind>(start === undefined ? 'topic' : sourceKind(start))
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Kind, string>>>>(
    start === undefined ? {} : { [kind]: start },
  )
  const [isChecked, setChecked] = useState(false)
  const value = (chosen[kind] ?? '').trim()
  const fault = useFault(kind, value, present)
  const set = (next: string | undefined) => setChosen({ ...chosen, [kind]: next ?? '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (fault === undefined) onAdd(value)
  }
  const error = isChecked || (value !== '' && present.includes(value)) ? fault : undefined
  return (
    <form onSubmit={submit}>
      <Stack gap={5}>
        <SegmentedControl
          label={texts.inputKind}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setChecked(false)
          }}
          options={kinds.map((one) => ({ value: one, label: texts.kinds[one] }))}
          fullWidth
        />
        {kind === 'topic' && <TopicField value={chosen.topic ?? ''} onChange={set} error={error} />}
        {kind === 'event' && <EventField value={chosen.event} onChange={set} error={error} events={events} />}
        {kind === 'bridge' && <SourceField value={chosen.bridge} onChange={set} error={error} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {start === undefined ? texts.add : texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useFault(kind: Kind, value: string, present: readonly string[]): string | undefined {
  const texts = useMessages(editorMessages)
  if (value === '') return texts.required(texts.kinds[kind])
  if (present.includes(value)) return texts.alreadyInput
  if (kind === 'topic' && (filterFault(value) !== undefined || value.includes('"'))) return texts.badTopic
  return undefined
}

interface FieldProps {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly error: string | undefined
}

function TopicField({ value, onChange, error }: FieldProps) {
  const texts = useMessages(editorMessages)
  const { data: topics = [] } = useData(topicsQuery, undefined)
  return (
    <TemplateField
      label={texts.topicFilter}
      description={texts.topicFilterNote}
      required
      value={value ?? ''}
      onChange={onChange}
      error={error}
      placeholder="t/#"
      placeholders={topics.map((label) => ({ label }))}
      typedAt={(text) => ({ from: 0, to: text.length, name: text })}
      listLabel={texts.subscribedTopics}
    />
  )
}

function EventField({ value, onChange, error, events }: FieldProps & { readonly events: readonly RuleEvent[] }) {
  const texts = useMessages(editorMessages)
  const locale = useLocale()
  const isReal = ({ event }: RuleEvent) => event.startsWith('$events/') && event !== '$events/message_publish'
  return (
    <Select
      label={texts.event}
      required
      value={value || undefined}
      onChange={onChange}
      error={error}
      options={events
        .filter(isReal)
        .map((event) => ({ value: event.event, label: `${titleOf(event, locale)} (${event.event})` }))}
    />
  )
}

function SourceField({ value, onChange, error }: FieldProps) {
  const texts = useMessages(editorMessages)
  const { data: sources } = useData(channelQueries.source.summaries, undefined)
  return (
    <Stack gap={2}>
      <Select
        label={texts.source}
        required
        value={value || undefined}
        onChange={onChange}
        error={error}
        options={(sources ?? []).map((one) => ({ value: sourceTopic(one), label: idOf(one) }))}
      />
      <Dim small>
        {sources?.length === 0 ? texts.noSource : texts.sourceNote}{' '}
        <Link to={pages.source.create}>{texts.newSource}</Link>
      </Dim>
    </Stack>
  )
}
