import { ApiError } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorSentence } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Fields, Group, Modal, Stack, TextField, toast } from '../../ui/index.ts'
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
  const errorText = useErrorSentence()
  const { run, isRunning, error, reset } = useChange(addTopic)
  const [topic, setTopic] = useState(initialTopic)
  const [isSubmitted, setSubmitted] = useState(false)
  const fault = topicFault(topic, existingTopics)
  const serverError =
    error && (error instanceof ApiError && error.code === 'EXCEED_LIMIT' ? texts.faults.limitReached : errorText(error))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (fault !== undefined) return
    const isDone = await run({ topic }).then(
      () => true,
      () => false, // shown at the field
    )
    if (!isDone) return
    toast.success(texts.added(topic))
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Fields>
          <TextField
            mono
            required
            label={texts.topic}
            description={texts.topicHelp}
            placeholder="sensors/1/temperature"
            value={topic}
            onChange={(event) => {
              setTopic(event.currentTarget.value)
              if (error) reset()
            }}
            error={isSubmitted && fault !== undefined ? texts.faults[fault] : serverError}
            autoComplete="off"
            data-autofocus
          />
        </Fields>
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isRunning}>
            {texts.addTopic}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
