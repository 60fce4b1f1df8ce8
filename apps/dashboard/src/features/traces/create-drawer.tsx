import { type FormEvent, useEffect, useId, useState } from 'react'
import { useChange, useErrorText, useServerNow } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { createNewTrace, isTraceLimitError } from '../../traces/index.ts'
import { Button, Drawer, ErrorState, Fields, Stack, useAskBeforeClose, useGo } from '../../ui/index.ts'
import { ConditionFields } from './condition-fields.tsx'
import { createMessages } from './create-messages.ts'
import { blankDraft, faultsOf, nameOf, type TraceDraft, toBody } from './draft.ts'
import { NameField } from './name-field.tsx'
import { OutputFields } from './output-fields.tsx'
import { type Refused, refusalPlace } from './refusal-place.ts'
import { TimeFields } from './time-fields.tsx'

interface CreateDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Where a trace is made; it leads to its page. */
export function CreateDrawer({ opened, onClose }: CreateDrawerProps) {
  const texts = useMessages(createMessages)
  const { close, onDirty } = useAskBeforeClose(onClose)
  const form = useId()
  const { run, isRunning, error, reset } = useChange(createNewTrace)
  const end = () => {
    reset()
    close()
  }
  return (
    <Drawer
      opened={opened}
      onClose={end}
      asksBeforeClose={false}
      title={texts.title}
      size={560}
      footer={
        <>
          <Button onClick={end}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" loading={isRunning}>
            {texts.create}
          </Button>
        </>
      }
    >
      {opened && (
        <CreateForm id={form} create={run} error={error} forgetError={reset} onDirty={onDirty} onDone={onClose} />
      )}
    </Drawer>
  )
}

interface CreateFormProps {
  readonly id: string
  readonly create: (body: ReturnType<typeof toBody>) => Promise<unknown>
  readonly error: Error | undefined
  readonly forgetError: () => void
  readonly onDirty: (isDirty: boolean) => void
  readonly onDone: () => void
}

function CreateForm({ id, create, error, forgetError, onDirty, onDone }: CreateFormProps) {
  const texts = useMessages(createMessages)
  const go = useGo()
  const serverNow = useServerNow()
  const [opened] = useState(() => new Date())
  const [draft, setDraft] = useState(blankDraft)
  const [isTried, setTried] = useState(false)
  const refused = useRefusal(error)
  const isDirty = draft !== blankDraft
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const faults = isTried ? faultsOf(draft, opened, serverNow()) : {}
  const change = (next: Partial<TraceDraft>) => {
    forgetError()
    setDraft({ ...draft, ...next })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    const now = serverNow()
    if (Object.keys(faultsOf(draft, opened, now)).length > 0) return
    create(toBody(draft, opened, now)).then(
      () => {
        onDone()
        go({ to: '/log-trace/detail/$id', params: { id: nameOf(draft, opened) } })
      },
      // Shown in the form, from the change's error.
      () => {},
    )
  }
  const common = { draft, faults, refused, onChange: change } as const
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Fields>
          <ConditionFields {...common} />
          <NameField {...common} name={nameOf(draft, opened)} />
          <TimeFields {...common} />
          <OutputFields draft={draft} onChange={change} />
        </Fields>
        {refused?.form !== undefined && <ErrorState title={texts.failed} message={refused.form} />}
      </Stack>
    </form>
  )
}

function useRefusal(error: Error | undefined): Refused | undefined {
  const texts = useMessages(createMessages)
  const describe = useErrorText()
  if (!error) return undefined
  const place = refusalPlace(error)
  if (place === 'name') return { name: error.message.includes('Already Exists') ? texts.exists : describe(error) }
  if (place === 'value' && 'code' in error && error.code === 'DUPLICATE_CONDITION') return { value: texts.duplicate }
  return { [place]: isTraceLimitError(error) ? texts.full : describe(error) }
}
