import { type FormEvent, useEffect, useId, useState } from 'react'
import { useChange, useErrorText, useServerNow } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Drawer, ErrorState, Fields, Stack, useAskBeforeClose, useGo } from '../../ui/index.ts'
import { ConditionFields } from './condition-fields.tsx'
import { NameField, OutputFields, TimeFields } from './create-fields.tsx'
import { createMessages } from './create-messages.ts'
import { blankDraft, errorPlace, faultsOf, nameOf, type ServerErrors, type TraceDraft, toBody } from './draft.ts'
import { createNewTrace, isTraceLimitError } from './index.ts'

interface CreateDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Form for a new trace. Opens the page of the trace after creating it. */
export function CreateDrawer({ opened, onClose }: CreateDrawerProps) {
  const texts = useMessages(createMessages)
  const { close, onDirty } = useAskBeforeClose(onClose)
  const form = useId()
  const { run, isRunning, error, reset } = useChange(createNewTrace)
  const cancel = () => {
    reset()
    close()
  }
  return (
    <Drawer
      opened={opened}
      onClose={cancel}
      asksBeforeClose={false}
      title={texts.title}
      size={560}
      footer={
        <>
          <Button onClick={cancel}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" loading={isRunning}>
            {texts.create}
          </Button>
        </>
      }
    >
      {opened && (
        <CreateForm id={form} create={run} error={error} resetError={reset} onDirty={onDirty} onDone={onClose} />
      )}
    </Drawer>
  )
}

interface CreateFormProps {
  readonly id: string
  readonly create: (body: ReturnType<typeof toBody>) => Promise<unknown>
  readonly error: Error | undefined
  readonly resetError: () => void
  readonly onDirty: (isDirty: boolean) => void
  readonly onDone: () => void
}

function CreateForm({ id, create, error, resetError, onDirty, onDone }: CreateFormProps) {
  const texts = useMessages(createMessages)
  const go = useGo()
  const serverNow = useServerNow()
  const [opened] = useState(() => new Date())
  const [draft, setDraft] = useState(blankDraft)
  const [isSubmitted, setSubmitted] = useState(false)
  const serverErrors = useServerErrors(error)
  const isDirty = draft !== blankDraft
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const faults = isSubmitted ? faultsOf(draft, opened, serverNow()) : {}
  const change = (next: Partial<TraceDraft>) => {
    resetError()
    setDraft({ ...draft, ...next })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSubmitted(true)
    const now = serverNow()
    if (Object.keys(faultsOf(draft, opened, now)).length > 0) return
    create(toBody(draft, opened, now)).then(
      () => {
        onDone()
        go({ to: '/log-trace/detail/$id', params: { id: nameOf(draft, opened) } })
      },
      // Displayed in the form via the error of the change.
      () => {},
    )
  }
  const common = { draft, faults, serverErrors, onChange: change } as const
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Fields>
          <ConditionFields {...common} />
          <NameField {...common} name={nameOf(draft, opened)} />
          <TimeFields {...common} />
          <OutputFields draft={draft} onChange={change} />
        </Fields>
        {serverErrors?.form !== undefined && <ErrorState title={texts.createFailed} message={serverErrors.form} />}
      </Stack>
    </form>
  )
}

function useServerErrors(error: Error | undefined): ServerErrors | undefined {
  const texts = useMessages(createMessages)
  const describe = useErrorText()
  if (!error) return undefined
  const place = errorPlace(error)
  if (place === 'name') return { name: error.message.includes('Already Exists') ? texts.nameExists : describe(error) }
  if (place === 'value' && 'code' in error && error.code === 'DUPLICATE_CONDITION') return { value: texts.duplicate }
  return { [place]: isTraceLimitError(error) ? texts.limitReached : describe(error) }
}
