import {
  ApiError,
  isIpAddress,
  type TraceFormatter,
  type TracePayload,
  type TraceType,
  traceName,
} from '@mqdeck/contract'
import type { ContractForm } from '../../api/index.ts'
import { type FilterFault, filterFault } from '../../lib/topics/topic-filter.ts'
import { type TraceCondition, traceNameFor } from './condition.ts'
import { isTraceLimitError, type NewTraceBody } from './queries.ts'

export const traceLengths = ['tenMinutes', 'halfHour', 'hour', 'day', 'date'] as const
type TraceLength = (typeof traceLengths)[number]

/** The values of the form for a new trace. */
export type TraceDraft = {
  /** Undefined for the default name. */
  readonly name: string | undefined
  readonly type: TraceType
  /** Keeps the value of each type when the type is switched. */
  readonly values: Readonly<Record<TraceType, string>>
  readonly starts: 'now' | 'date'
  /** RFC 3339 */
  readonly startAt: string | undefined
  readonly length: TraceLength
  /** RFC 3339. Set for the length `date`. */
  readonly endAt: string | undefined
  readonly payload: TracePayload
  readonly formatter: TraceFormatter
}

export type TraceForm = ContractForm<TraceDraft>

export const blankDraft: TraceDraft = {
  name: undefined,
  type: 'clientid',
  values: { clientid: '', topic: '', ip_address: '', ruleid: '' },
  starts: 'now',
  startAt: undefined,
  length: 'halfHour',
  endAt: undefined,
  payload: 'text',
  formatter: 'json',
}

/** A short trace of one condition that starts now. Payloads are hidden, because the log is stored on disk. */
export const quickDraft = ({ type, value }: TraceCondition): TraceDraft => ({
  ...blankDraft,
  type,
  values: { ...blankDraft.values, [type]: value },
  length: 'tenMinutes',
  payload: 'hidden',
})

const maxNameLength = 256

/** Milliseconds. The default of the API is ten minutes. */
const lengths = { tenMinutes: 600_000, halfHour: 1_800_000, hour: 3_600_000, day: 86_400_000 } as const

export interface DraftFaults {
  readonly name?: 'missing' | 'letters' | 'tooLong'
  readonly value?: 'missing' | 'invalidAddress' | FilterFault
  readonly startAt?: 'missing' | 'passed'
  readonly endAt?: 'missing' | 'passed' | 'beforeStart'
}

/** The entered name, or a default from the condition and the time when the form was opened. */
export const nameOf = ({ name, type, values }: TraceDraft, opened: Date): string =>
  name ?? traceNameFor({ type, value: values[type] }, opened)

/** The condition value. Surrounding spaces are trimmed except in client IDs, where they may be intended. */
const conditionValue = ({ type, values }: TraceDraft): string =>
  type === 'clientid' ? values[type] : values[type].trim()

/** Faults by field. `now` is the time of the server in milliseconds. */
export function faultsOf(draft: TraceDraft, opened: Date, now: number): DraftFaults {
  const faults = {
    name: nameFault(nameOf(draft, opened)),
    value: valueFault(draft.type, conditionValue(draft)),
    startAt: startFault(draft, now),
    endAt: endFault(draft, now),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

function nameFault(name: string): DraftFaults['name'] {
  if (name === '') return 'missing'
  if (!traceName.test(name)) return 'letters'
  return name.length > maxNameLength ? 'tooLong' : undefined
}

function valueFault(type: TraceType, value: string): DraftFaults['value'] {
  if (value === '') return 'missing'
  if (type === 'ip_address') return isIpAddress(value) ? undefined : 'invalidAddress'
  return type === 'topic' ? filterFault(value) : undefined
}

/** Precision of the time field. A start in the current minute means now. */
const minuteMs = 60_000

function startFault({ starts, startAt }: TraceDraft, now: number): DraftFaults['startAt'] {
  if (starts === 'now') return undefined
  if (startAt === undefined) return 'missing'
  return Date.parse(startAt) <= now - minuteMs ? 'passed' : undefined
}

function endFault(draft: TraceDraft, now: number): DraftFaults['endAt'] {
  if (draft.length !== 'date') return undefined
  if (draft.endAt === undefined) return 'missing'
  const end = Date.parse(draft.endAt)
  if (end <= now) return 'passed'
  return end <= (startOf(draft, now) ?? now) ? 'beforeStart' : undefined
}

/** Start time in milliseconds. Undefined for an immediate start. */
function startOf({ starts, startAt }: TraceDraft, now: number): number | undefined {
  const start = starts === 'now' || startAt === undefined ? Number.NaN : Date.parse(startAt)
  return start > now ? start : undefined
}

/** Request body; without an end that is not chosen yet. `now` is the time of the server in milliseconds. */
export function toBody(draft: TraceDraft, opened: Date, now: number): NewTraceBody {
  const { type, length, endAt, payload, formatter } = draft
  const start = startOf(draft, now)
  const end = length === 'date' ? Date.parse(endAt ?? '') : (start ?? now) + lengths[length]
  // Omit the end where possible, so that only the server's clock matters.
  const isDefault = start === undefined && length === 'tenMinutes'
  return {
    name: nameOf(draft, opened),
    type,
    [type]: conditionValue(draft),
    ...(start !== undefined && { start_at: toRfc3339(start) }),
    ...(!isDefault && Number.isFinite(end) && { end_at: toRfc3339(end) }),
    payload_encode: payload,
    formatter,
  }
}

/** Truncates to whole seconds, the precision of traces. */
const toRfc3339 = (time: number) => new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** The field that an error of the broker belongs to. It can only be recognized by code and message. */
export function errorPlace(error: unknown): 'name' | 'values' | 'endAt' | 'root' {
  if (!(error instanceof ApiError) || isTraceLimitError(error)) return 'root'
  if (error.code === 'ALREADY_EXISTS') return 'name'
  if (error.code === 'DUPLICATE_CONDITION') return 'values'
  if (error.code !== 'INVALID_PARAMS') return 'root'
  if (/^name\b/i.test(error.message)) return 'name'
  if (/^(ip address|topic):|^required (clientid|topic|ip_address|ruleid) field/i.test(error.message)) return 'values'
  return /end_at/.test(error.message) ? 'endAt' : 'root'
}

/** The text for an error of the broker, if the form has a better one. */
export function knownFault(error: unknown): 'limitReached' | 'duplicate' | 'nameExists' | undefined {
  if (isTraceLimitError(error)) return 'limitReached'
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'DUPLICATE_CONDITION') return 'duplicate'
  return error.code === 'ALREADY_EXISTS' && error.message.includes('Already Exists') ? 'nameExists' : undefined
}
