import type { RegisteredSchema } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useErrorText } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../../lib/topics/topic-filter-messages.ts'
import { Button, Group, Modal, Notice, Stack, TextField, toast } from '../../../ui/index.ts'
import { type DecoderChoice, withBinding } from './bindings.ts'
import { DecoderFields } from './decoder-fields.tsx'
import { decoderMessages } from './messages.ts'
import { useBindings, useChangeBindings } from './use-bindings.ts'

interface BindingDialogProps {
  readonly opened: boolean
  readonly initial: { readonly filter: string; readonly decoder: DecoderChoice | undefined }
  /** The topic filter of the edited binding; a new one without it. */
  readonly edited?: string | undefined
  readonly schemas: readonly RegisteredSchema[]
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** Saves the decoder of a topic filter. */
export function BindingDialog({ opened, onClose, ...form }: BindingDialogProps) {
  const texts = useMessages(decoderMessages)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={form.edited === undefined ? texts.newDecoder : texts.editDecoder}
      size={560}
    >
      {opened && <BindingForm {...form} onClose={onClose} />}
    </Modal>
  )
}

function BindingForm({ initial, edited, schemas, onSaved, onClose }: Omit<BindingDialogProps, 'opened'>) {
  const texts = useMessages(decoderMessages)
  const filterTexts = useMessages(topicFilterMessages)
  const [filter, setFilter] = useState(initial.filter)
  const [decoder, setDecoder] = useState(initial.decoder)
  const [isSubmitted, setSubmitted] = useState(false)
  const [error, setError] = useState<unknown>()
  const all = useBindings()
  const { change, isRunning } = useChangeBindings()
  const errorText = useErrorText()
  const fault = filterFault(filter)
  const isTaken = filter !== edited && all.some((one) => one.filter === filter)
  const filterError = fault ? filterTexts[fault] : isTaken ? texts.filterTaken : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React forwards the event to the form that contains the payload view.
    event.stopPropagation()
    setSubmitted(true)
    if (filterError !== undefined || decoder === undefined) return
    try {
      await change((before) => withBinding(before, { filter, decoder }, edited))
    } catch (error) {
      return setError(error)
    }
    toast.success(texts.savedFor(filter))
    onSaved?.()
    onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={4}>
        <TextField
          label={texts.topicFilter}
          required
          mono
          autoComplete="off"
          data-autofocus
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
          error={isSubmitted ? filterError : undefined}
        />
        <DecoderFields
          choice={decoder}
          onChange={setDecoder}
          schemas={schemas}
          error={isSubmitted && decoder === undefined ? texts.decoderRequired : undefined}
        />
        {error !== undefined && (
          <div role="alert">
            <Notice tone="red">{errorText(error)}</Notice>
          </div>
        )}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isRunning}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
