import { matchesFilter } from '@mqdeck/contract'
import type { ValueMap } from '@mqdeck/kit/json'
import { eventOfSource, eventOfType, type RuleEventKind, sampleOf } from '../events/index.ts'
import { fromPlainMap } from '../from-plain.ts'
import type { Statement } from '../sql/ast.ts'
import { type Columns, columnsFromMap } from '../sql/columns.ts'
import type { Occurrence } from './event-columns.ts'
import { RuleError } from './rule-error.ts'

/** A simulated event: `event_type` and some of its columns. */
export type Simulated = Readonly<Record<string, unknown>> & { readonly event_type?: string | undefined }

/**
 * Columns of the event, with the examples of EMQX for missing columns. Undefined if the statement does not select the
 * event.
 * @throws {RuleError} UNKNOWN_EVENT
 */
export function simulate({ sources }: Statement, event: Simulated, { node, at }: Occurrence): Columns | undefined {
  const { event_type: type, ...given } = event
  const kind = type === undefined ? undefined : eventOfType(type)
  if (kind === undefined) throw new RuleError('UNKNOWN_EVENT', { reason: 'unknown event type' })
  const columns: ValueMap = {
    ...sampleOf(kind, node, at),
    ...(kind.event.startsWith('$bridges/') && { event: `$bridges/${typeOf(type ?? '')}:*` }),
    ...fromPlainMap(given),
  }
  const topic = typeof columns.topic === 'string' ? columns.topic : ''
  return sources.some(({ text }) => selects(text, kind, topic, type ?? '')) ? columnsFromMap(columns) : undefined
}

function selects(source: string, kind: RuleEventKind, topic: string, type: string): boolean {
  const wanted = eventOfSource(source)
  if (wanted !== kind) return false
  if (wanted.name === 'message.publish') return source.startsWith('$events/') || matchesFilter(source, topic)
  // `$bridges/mqtt:*` means every source of the type.
  return !wanted.event.startsWith('$bridges/') || typeOf(source) === typeOf(type)
}

const typeOf = (bridge: string) => bridge.slice(bridge.indexOf('/') + 1).split(':')[0]
