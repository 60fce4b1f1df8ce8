import { createHash } from 'node:crypto'
import { validateTopicFilter } from '@mqdeck/broker'
import {
  isIpAddress,
  type NewTrace,
  type TraceFormatter,
  type TracePayload,
  type TraceState,
  type TraceType,
} from '@mqdeck/contract'

/** A trace as it is stored. Times are seconds since the epoch. */
export interface TraceDefinition {
  readonly name: string
  readonly type: TraceType
  /** What it looks at: a client id, a topic filter, an address, the id of a rule. */
  readonly filter: string
  readonly payloadEncode: TracePayload
  readonly formatter: TraceFormatter
  readonly startAt: number
  readonly endAt: number
  /** False once it was stopped: by somebody, at its end, or for want of room. */
  readonly enabled: boolean
}

/** What is wrong with a new trace; `message` in EMQX's words. */
export class TraceError extends Error {
  readonly code: 'INVALID_PARAMS' | 'ALREADY_EXISTS' | 'DUPLICATE_CONDITION'

  constructor(code: TraceError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Seconds that a trace takes when nothing else is said. */
const usualLength = 10 * 60

/**
 * `now` in seconds.
 * @throws {TraceError}
 */
export function toDefinition(wanted: NewTrace, now: number): TraceDefinition {
  const { name, type, payload_encode, start_at: startAt = now, formatter = 'text' } = wanted
  const endAt = wanted.end_at ?? startAt + usualLength
  const filter = wanted[type]
  if (filter === undefined) throw invalid(`required ${type} field`)
  const trouble = troubleWith(type, filter)
  if (trouble !== undefined) throw invalid(trouble)
  if (wanted.end_at !== undefined && wanted.end_at <= now) throw invalid('end_at time has already passed')
  if (endAt <= startAt) throw invalid('failed by start_at >= end_at')
  return { name, type, filter, payloadEncode: payload_encode, formatter, startAt, endAt, enabled: true }
}

/** `now` in seconds. */
export function stateOf({ enabled, startAt, endAt }: TraceDefinition, now: number): TraceState {
  if (!enabled) return 'stopped'
  if (now < startAt) return 'waiting'
  return now >= endAt ? 'stopped' : 'running'
}

/** Of a file's name without what stands around it; file systems take 255 bytes in all. */
const longestName = 200

const shortened = (name: string) =>
  name.length <= longestName
    ? name
    : `${name.slice(0, longestName - 20)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

/** EMQX's name of the file: with the day on which the trace begins. */
export const fileNameOf = ({ name, startAt }: TraceDefinition): string =>
  `trace_${shortened(name)}_${new Date(startAt * 1000).toISOString().slice(0, 10)}.log`

export const invalid = (message: string) => new TraceError('INVALID_PARAMS', message)

function troubleWith(type: TraceType, filter: string): string | undefined {
  if (type === 'ip_address') return isIpAddress(filter) ? undefined : 'ip address: einval'
  if (type !== 'topic') return filter === '' ? `required ${type} field` : undefined
  try {
    validateTopicFilter(filter, Number.POSITIVE_INFINITY)
    return undefined
  } catch (error) {
    return `topic: ${filter} invalid by ${error instanceof Error ? error.message : String(error)}`
  }
}
