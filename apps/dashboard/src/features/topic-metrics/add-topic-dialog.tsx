import { ApiError } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorSentence } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Fields, Group, Modal, Stack, TextField, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { measureTopic } from './queries.ts'
import { topicFault } from './topic-fault.ts'

interface AddTopicDialogProps {
  /** The topic to begin with; undefined: closed. */
  readonly start: string | undefined
  readonly taken: readonly string[]
  readonly onClose: () => void
}

export function AddTopicDialog({ start, taken, onClose }: AddTopicDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={start !== undefined} onClose={onClose} title={texts.addTitle} size={520}>
      {start !== undefined && <AddForm start={start} taken={taken} onClose={onClose} />}
    </Modal>
  )
}

interface AddFormProps extends AddTopicDialogProps {
  readonly start: string
}

function AddForm({ start, taken, onClose }: AddFormProps) {
  const texts = useMessages(messages)
  const errorText = useErrorSentence()
  const { run, isRunning, error, reset } = useChange(measureTopic)
  const [topic, setTopic] = useState(start)
  const [isTried, setTried] = useState(false)
  const fault = topicFault(topic, taken)
  const refusal =
    error && (error instanceof ApiError && error.code === 'EXCEED_LIMIT' ? texts.faults.full : errorText(error))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
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
            label={texts.columns.topic}
            description={texts.topicNote}
            placeholder="sensors/1/temperature"
            value={topic}
            onChange={(event) => {
              setTopic(event.currentTarget.value)
              if (error) reset()
            }}
            error={isTried && fault !== undefined ? texts.faults[fault] : refusal}
            autoComplete="off"
            data-autofocus
          />
        </Fields>
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isRunning}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
