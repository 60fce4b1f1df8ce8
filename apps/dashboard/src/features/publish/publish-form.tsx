import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { payloadFormats } from '../../lib/payload.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import {
  Button,
  Checkbox,
  CodeEditor,
  Group,
  SegmentedControl,
  SegmentedField,
  Stack,
  TextField,
} from '../../ui/index.ts'
import { countMore, type Draft, emptyDraft, maxLines } from './draft.ts'
import { messages } from './messages.ts'
import { MoreFields } from './more-fields.tsx'
import { PublishOutcome } from './publish-outcome.tsx'
import type { Publishing } from './use-publishing.ts'

const levels = ['0', '1', '2'] as const

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
        <TextField
          mono
          required
          label={texts.topic}
          placeholder="sensors/1/temperature"
          autoComplete="off"
          value={draft.topic}
          onChange={(event) => change({ topic: event.currentTarget.value })}
          error={faults.topic && texts.topicFaults[faults.topic]}
          data-autofocus
        />
        <PayloadField {...props} />
        <Group gap={6} wrap align="start">
          <SegmentedField
            label={texts.qos}
            value={draft.qos}
            onChange={(qos) => change({ qos })}
            options={levels.map((level) => ({ value: level, label: level }))}
          />
          <Checkbox
            label={texts.retain}
            description={texts.retainHint}
            checked={draft.retain}
            onChange={(retain) => change({ retain })}
          />
        </Group>
        <More {...props} isWide={isWide} />
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

const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

function PayloadField({
  draft,
  change,
  faults,
  hasTooMany,
  isWide = false,
}: Publishing & { readonly isWide?: boolean }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { fault, line } = faults.payload ?? {}
  const errorText = fault && texts.payloadFaults[fault]
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
            label={texts.format}
            value={draft.format}
            onChange={(next) => change({ format: next })}
            options={payloadFormats.map((one) => ({ value: one, label: texts.formats[one] }))}
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

/** Collapsed initially; opens when a field inside has an error. */
function More(props: Publishing & { readonly isWide: boolean }) {
  const { draft, faults } = props
  const texts = useMessages(messages)
  const hasFault = faults.expiry === true || faults.responseTopic !== undefined || faults.userProperties !== undefined
  const count = countMore(draft)
  return (
    <Disclosure label={texts.moreProperties} note={count > 0 && texts.propertiesSet(count)} mustShow={hasFault}>
      <MoreFields {...props} />
    </Disclosure>
  )
}
