import { ApiError, NewTopicMetrics } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Modal, TextField, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { addTopic } from './queries.ts'
import { topicFault } from './topic-fault.ts'

interface AddTopicDialogProps {
  /** Initial topic of the field. The dialog is closed if undefined. */
  readonly initialTopic: string | undefined
  readonly existingTopics: readonly string[]
  readonly onClose: () => void
}

export function AddTopicDialog({ initialTopic, existingTopics, onClose }: AddTopicDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={initialTopic !== undefined} onClose={onClose} title={texts.addTopic} size={520}>
      {initialTopic !== undefined && (
        <AddForm initialTopic={initialTopic} existingTopics={existingTopics} onClose={onClose} />
      )}
    </Modal>
  )
}

interface AddFormProps extends AddTopicDialogProps {
  readonly initialTopic: string
}

function AddForm({ initialTopic, existingTopics, onClose }: AddFormProps) {
  const texts = useMessages(messages)
  const { run } = useChange(addTopic)
  const form = useContractForm(NewTopicMetrics, {
    initial: { topic: initialTopic },
    toBody: (values) => values,
    check({ topic }) {
      const fault = topicFault(topic, existingTopics)
      return { topic: fault && texts.faults[fault] }
    },
    async submit({ topic }) {
      await run({ topic })
      toast.success(texts.added(topic))
      onClose()
    },
    faultsOf: (error) => ({ topic: isLimitReached(error) && texts.faults.limitReached }),
  })
  return (
    <FormBody form={form} action={texts.addTopic} onCancel={onClose}>
      <TextField
        mono
        required
        label={texts.topic}
        description={texts.topicHelp}
        placeholder="sensors/1/temperature"
        autoComplete="off"
        data-autofocus
        {...form.input('topic')}
      />
    </FormBody>
  )
}

const isLimitReached = (error: unknown) => error instanceof ApiError && error.code === 'EXCEED_LIMIT'
