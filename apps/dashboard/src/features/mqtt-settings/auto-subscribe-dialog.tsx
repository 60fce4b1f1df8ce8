import { useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { Checkbox, DialogForm, Fields, RadioField, SegmentedField, Stack, TemplateField } from '../../ui/index.ts'
import { autoSubscribeMessages } from './auto-subscribe-messages.ts'
import { ListDialog } from './list-dialog.tsx'
import type { ListItem } from './list-draft.ts'
import type { AutoSubscription } from './queries.ts'

interface AutoSubscribeDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: ListItem<AutoSubscription> | 'new' | undefined
  /** Topics of the other rows. */
  readonly otherTopics: readonly string[]
  readonly onClose: () => void
  /** Changes the list without saving it. */
  readonly onApply: (topic: AutoSubscription) => void
}

export function AutoSubscribeDialog({ edited, otherTopics, onClose, onApply }: AutoSubscribeDialogProps) {
  const texts = useMessages(autoSubscribeMessages)
  return (
    <ListDialog edited={edited} blank={blank} titles={texts} onClose={onClose}>
      {(initial) => (
        <TopicForm
          initial={initial}
          otherTopics={otherTopics}
          onClose={onClose}
          onApply={(topic) => {
            onApply(topic)
            onClose()
          }}
        />
      )}
    </ListDialog>
  )
}

const blank: AutoSubscription = { topic: '', qos: 0, rh: 0, rap: 0, nl: 0 }
const levels = ['0', '1', '2'] as const

interface TopicFormProps {
  readonly initial: AutoSubscription
  readonly otherTopics: readonly string[]
  readonly onClose: () => void
  readonly onApply: (topic: AutoSubscription) => void
}

function TopicForm({ initial, otherTopics, onClose, onApply }: TopicFormProps) {
  const texts = useMessages(autoSubscribeMessages)
  const faultTexts = useMessages(topicFilterMessages)
  const placeholders = usePlaceholders()
  const [value, setValue] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const set = (change: Partial<AutoSubscription>) => setValue({ ...value, ...change })
  const fault = filterFault(withSampleValues(value.topic), value.nl === 1)
  const problem =
    fault !== undefined ? faultTexts[fault] : otherTopics.includes(value.topic) ? texts.topicTaken : undefined
  const apply = () => {
    setSubmitted(true)
    if (problem === undefined) onApply(value)
  }
  return (
    <DialogForm onSubmit={apply} onCancel={onClose}>
      <Fields>
        <TemplateField
          required
          label={texts.topic}
          description={texts.topicNote}
          placeholder="notify/${clientid}"
          placeholders={placeholders}
          value={value.topic}
          onChange={(topic) => set({ topic })}
          error={isSubmitted ? problem : undefined}
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
    </DialogForm>
  )
}

/** With a sample value for each placeholder. */
const withSampleValues = (topic: string) => topic.replaceAll(/\$\{(clientid|username|host|port)\}/g, 'x')

function usePlaceholders() {
  const texts = useMessages(autoSubscribeMessages)
  return useMemo(
    () => [
      { label: '${clientid}', detail: texts.clientId },
      { label: '${username}', detail: texts.username },
      { label: '${host}', detail: texts.ipAddress },
      { label: '${port}', detail: texts.port },
    ],
    [texts],
  )
}
