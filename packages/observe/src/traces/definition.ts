import { createHash } from 'node:crypto'
import { validateTopicFilter } from '@mqdeck/broker'
import {
  isIpAddress,
  messageOf,
  type NewTrace,
  type TraceFormatter,
  type TracePayload,
  type TraceState,
  type TraceType,
} from '@mqdeck/contract'

/** A stored trace. Times are seconds since the epoch. */
export interface TraceDefinition {
  readonly name: string
  readonly type: TraceType
  /** Filter: a client ID, a topic filter, an IP address or a rule ID. */
  readonly filter: string
  readonly payloadEncode: TracePayload
  readonly formatter: TraceFormatter
  readonly startAt: number
  readonly endAt: number
  /** False after it was stopped by a user, at its end time, or because its file is full. */
  readonly enabled: boolean
}

/** A new trace is invalid. `message` is EMQX's. */
export class TraceError extends Error {
  readonly code: 'INVALID_PARAMS' | 'ALREADY_EXISTS' | 'DUPLICATE_CONDITION'

  constructor(code: TraceError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Default duration in seconds. */
const defaultDuration = 10 * 60

/**
 * `now` in seconds.
 * @throws {TraceError}
 */
export function toDefinition(wanted: NewTrace, now: number): TraceDefinition {
  const { name, type, payload_encode, start_at: startAt = now, formatter = 'text' } = wanted
  const endAt = wanted.end_at ?? startAt + defaultDuration
  const filter = wanted[type]
  if (filter === undefined) throw invalid(`required ${type} field`)
  const error = conditionError(type, filter)
  if (error !== undefined) throw invalid(error)
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

/** Maximum length of the trace name within a file name. File systems allow 255 bytes in total. */
const maxNameLength = 200

const shortened = (name: string) =>
  name.length <= maxNameLength
    ? name
    : `${name.slice(0, maxNameLength - 20)}_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

/** EMQX's file name, with the start date of the trace. */
export const fileNameOf = ({ name, startAt }: TraceDefinition): string =>
  `trace_${shortened(name)}_${new Date(startAt * 1000).toISOString().slice(0, 10)}.log`

export const invalid = (message: string) => new TraceError('INVALID_PARAMS', message)

function conditionError(type: TraceType, filter: string): string | undefined {
  if (type === 'ip_address') return isIpAddress(filter) ? undefined : 'ip address: einval'
  if (type !== 'topic') return filter === '' ? `required ${type} field` : undefined
  try {
    validateTopicFilter(filter, Number.POSITIVE_INFINITY)
    return undefined
  } catch (error) {
    return `topic: ${filter} invalid by ${messageOf(error)}`
  }
}
