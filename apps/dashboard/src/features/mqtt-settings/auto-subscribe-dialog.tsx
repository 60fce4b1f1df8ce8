import { type FormEvent, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import {
  Button,
  Checkbox,
  Fields,
  Group,
  Modal,
  RadioField,
  SegmentedField,
  Stack,
  TemplateField,
} from '../../ui/index.ts'
import { autoSubscribeMessages } from './auto-subscribe-messages.ts'
import type { Item } from './list-draft.ts'
import { listMessages } from './list-messages.ts'
import type { AutoSubscription } from './queries.ts'

interface AutoSubscribeDialogProps {
  /** Undefined: closed. */
  readonly edited: Item<AutoSubscription> | 'new' | undefined
  /** Topics of the other rows. */
  readonly taken: readonly string[]
  readonly onClose: () => void
  /** Into the list; nothing is saved yet. */
  readonly onApply: (topic: AutoSubscription) => void
}

export function AutoSubscribeDialog({ edited, taken, onClose, onApply }: AutoSubscribeDialogProps) {
  const texts = useMessages(autoSubscribeMessages)
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? texts.addTitle : texts.editTitle}
      size={560}
    >
      {edited && (
        <TopicForm
          start={edited === 'new' ? blank : edited.value}
          taken={taken}
          onClose={onClose}
          onApply={(topic) => {
            onApply(topic)
            onClose()
          }}
        />
      )}
    </Modal>
  )
}

const blank: AutoSubscription = { topic: '', qos: 0, rh: 0, rap: 0, nl: 0 }
const levels = ['0', '1', '2'] as const

interface TopicFormProps {
  readonly start: AutoSubscription
  readonly taken: readonly string[]
  readonly onClose: () => void
  readonly onApply: (topic: AutoSubscription) => void
}

function TopicForm({ start, taken, onClose, onApply }: TopicFormProps) {
  const texts = useMessages(autoSubscribeMessages)
  const common = useMessages(listMessages)
  const faults = useMessages(topicFilterMessages)
  const placeholders = usePlaceholders()
  const [value, setValue] = useState(start)
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<AutoSubscription>) => setValue({ ...value, ...change })
  const fault = filterFault(filled(value.topic), value.nl === 1)
  const problem = fault !== undefined ? faults[fault] : taken.includes(value.topic) ? texts.exists : undefined
  const apply = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (problem === undefined) onApply(value)
  }
  return (
    <form onSubmit={apply} noValidate>
      <Stack gap={5}>
        <Fields>
          <TemplateField
            required
            label={texts.topic}
            description={texts.topicNote}
            placeholder="notify/${clientid}"
            placeholders={placeholders}
            value={value.topic}
            onChange={(topic) => set({ topic })}
            error={isTried ? problem : undefined}
          />
          <SegmentedField
            label={texts.qos}
            description={texts.qosNote}
            value={levels[value.qos]}
            onChange={(qos) => set({ qos: Number(qos) })}
            options={levels.map((level) => ({ value: level, label: level }))}
          />
          <Stack gap={3}>
            <Checkbox
              label={texts.noLocal}
              description={texts.noLocalNote}
              checked={value.nl === 1}
              onChange={(on) => set({ nl: on ? 1 : 0 })}
            />
            <Checkbox
              label={texts.retainAsPublished}
              description={texts.retainAsPublishedNote}
              checked={value.rap === 1}
              onChange={(on) => set({ rap: on ? 1 : 0 })}
            />
          </Stack>
          <RadioField
            label={texts.retainHandling}
            value={levels[value.rh]}
            onChange={(rh) => set({ rh: Number(rh) })}
            options={levels.map((level) => ({
              value: level,
              label: texts.retainHandlings[level],
              description: texts.retainHandlingNotes[level],
            }))}
          />
        </Fields>
        <Group justify="end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {common.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** As a client would fill it in. */
const filled = (topic: string) => topic.replaceAll(/\$\{(clientid|username|host|port)\}/g, 'x')

function usePlaceholders() {
  const texts = useMessages(autoSubscribeMessages)
  return useMemo(
    () => [
      { label: '${clientid}', detail: texts.clientid },
      { label: '${username}', detail: texts.username },
      { label: '${host}', detail: texts.host },
      { label: '${port}', detail: texts.port },
    ],
    [texts],
  )
}
