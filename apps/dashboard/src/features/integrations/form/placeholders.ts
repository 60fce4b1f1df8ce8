import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import type { Completion } from '../../../ui/index.ts'
import { placeholderMessages } from './placeholder-messages.ts'

const columns = [
  'payload',
  'topic',
  'qos',
  'retain',
  'clientid',
  'username',
  'peerhost',
  'id',
  'timestamp',
  'publish_received_at',
  'node',
] as const

const names: Partial<Record<(typeof columns)[number], string>> = { retain: 'flags.retain' }

/** Columns of a published message, for templates of actions whose rule is unknown. */
export function useMessagePlaceholders(): readonly Completion[] {
  const texts = useMessages(placeholderMessages)
  return useMemo(
    () => [
      { label: '${.}', detail: texts.all },
      ...columns.map((column) => ({ label: `\${${names[column] ?? column}}`, detail: texts[column] })),
      { label: '${payload.NAME}', detail: texts.field },
    ],
    [texts],
  )
}
