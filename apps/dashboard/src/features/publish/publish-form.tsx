import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { payloadFormats } from '../../lib/payload/payload.ts'
import { Button, Checkbox, CodeEditor, Group, SegmentedControl, Stack, TextField } from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { PropertyFields, QosField, TopicField } from './composer/message-fields.tsx'
import { composerMessages } from './composer/messages.ts'
import { countMore, type Draft, emptyDraft, maxLines } from './draft.ts'
import { messages } from './messages.ts'
import { PublishOutcome } from './publish-outcome.tsx'
import type { Publishing } from './use-publishing.ts'

export function PublishForm(props: Publishing & { readonly isWide?: boolean }) {
  const { draft, change, faults, send, isRunning, isWide = false } = props
  const texts = useMessages(messages)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send()
    // Errors are rendered first.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={4}>
        <TopicField draft={draft} change={change} faults={faults} placeholder="sensors/1/temperature" isFirst />
        <PayloadField {...props} isWide={isWide} />
        <Group gap={6} wrap align="start">
          <QosField draft={draft} change={change} />
          <Checkbox
            label={texts.retain}
            description={texts.retainHint}
            checked={draft.retain}
            onChange={(retain) => change({ retain })}
          />
        </Group>
        <MoreFields {...props} isWide={isWide} />
        <PublishOutcome {...props} />
        <Group justify="end">
          <Button onClick={() => change(emptyDraft)} disabled={isSame(draft, emptyDraft)}>
            {texts.clear}
          </Button>
          <Button type="submit" variant="primary" icon={<IconSend size={16} aria-hidden />} loading={isRunning}>
            {texts.publish}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type PublishFormParts = Publishing & { readonly isWide: boolean }

const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

function PayloadField({ draft, change, faults, hasTooMany, isWide }: PublishFormParts) {
  const texts = useMessages(messages)
  const composerTexts = useMessages(composerMessages)
  const format = useFormat()
  const { fault, line } = faults.payload ?? {}
  const errorText = fault && composerTexts.payloadFaults[fault]
  const wrong = errorText && line !== undefined ? texts.atLine(line, errorText) : errorText
  return (
    <Stack gap={2}>
      <CodeEditor
        label={texts.payload}
        language={draft.format === 'json' && !draft.perLine ? 'json' : 'text'}
        value={draft.payload}
        onChange={(payload) => change({ payload })}
        minLines={isWide ? 8 : 5}
        maxLines={16}
        error={hasTooMany ? texts.tooMany(format.number(maxLines)) : wrong}
        action={
          <SegmentedControl
            label={composerTexts.payloadFormat}
            value={draft.format}
            onChange={(next) => change({ format: next })}
            options={payloadFormats.map((one) => ({ value: one, label: composerTexts.formats[one] }))}
          />
        }
      />
      <Checkbox
        label={texts.perLine}
        description={texts.perLineHint}
        checked={draft.perLine}
        onChange={(perLine) => change({ perLine })}
      />
    </Stack>
  )
}

/** Properties and client ID. Collapsed initially; opens when a field inside has an error. */
function MoreFields({ draft, change, faults, isWide }: PublishFormParts) {
  const texts = useMessages(messages)
  const { setCount } = useMessages(composerMessages)
  const { userProperties: duplicate } = faults
  const hasFault = faults.expiry === true || faults.responseTopic !== undefined || duplicate !== undefined
  const count = countMore(draft)
  return (
    <Disclosure label={texts.moreProperties} note={count > 0 && setCount(count)} mustShow={hasFault}>
      <PropertyFields
        draft={draft}
        change={change}
        faults={faults}
        columns={isWide ? 2 : 1}
        first={
          <TextField
            mono
            label={texts.clientId}
            help={texts.clientIdHint}
            placeholder="http_api"
            autoComplete="off"
            value={draft.clientid}
            onChange={(event) => change({ clientid: event.currentTarget.value })}
          />
        }
        userPropertiesError={duplicate === undefined ? undefined : texts.duplicateName(duplicate)}
      />
    </Disclosure>
  )
}
