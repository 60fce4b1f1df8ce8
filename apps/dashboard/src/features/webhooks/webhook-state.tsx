import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, Group, Notice, Popover, StatusDot } from '../../ui/index.ts'
import { StatusCell } from '../integrations/index.ts'
import { messages } from './messages.ts'
import type { WebhookStatus } from './webhook.ts'

interface Named extends WebhookStatus {
  readonly name: string
}

/** Status of a webhook. Missing or partly enabled parts take precedence over the status of the broker. */
export function WebhookState({ of }: { readonly of: Named }) {
  const texts = useMessages(messages)
  const note = useStatusNote(of)
  if (note === undefined) return <StatusCell of={of} />
  const state = of.missing.length > 0 ? texts.incomplete : texts.partlyEnabled
  return (
    <Group gap={1}>
      <StatusDot tone="amber">{state}</StatusDot>
      <Popover label={texts.why} aria-label={texts.whyOf(of.name)} title={of.name}>
        <Dim>{note}</Dim>
      </Popover>
    </Group>
  )
}

/** Reports missing or partly enabled parts. */
export function StatusNotice({ of }: { readonly of: WebhookStatus }) {
  const note = useStatusNote(of)
  return note === undefined ? null : <Notice tone="amber">{note}</Notice>
}

function useStatusNote({ missing, isPartlyEnabled }: WebhookStatus): string | undefined {
  const texts = useMessages(messages)
  const format = useFormat()
  if (missing.length > 0) return texts.incompleteNote(format.list(missing.map((kind) => texts.partNames[kind])))
  return isPartlyEnabled ? texts.partlyEnabledNote : undefined
}
