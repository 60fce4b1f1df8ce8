import { isIpAddress, type TraceFormatter, type TracePayload, type TraceType, traceName } from '@mqdeck/contract'
import { type FilterFault, filterFault } from '../../lib/topic-filter.ts'
import { type NewTraceBody, traceNameFor } from '../../traces/index.ts'

export const traceLengths = ['tenMinutes', 'halfHour', 'hour', 'day', 'date'] as const
type TraceLength = (typeof traceLengths)[number]

/** A new trace as the form shows it. */
export interface TraceDraft {
  /** Undefined: the one that is proposed. */
  readonly name: string | undefined
  readonly type: TraceType
  /** What was typed for each type stays while one looks at the others. */
  readonly values: Readonly<Record<TraceType, string>>
  readonly begins: 'now' | 'date'
  /** RFC 3339 */
  readonly beginAt: string | undefined
  readonly length: TraceLength
  /** RFC 3339; with the length `date`. */
  readonly endAt: string | undefined
  readonly payload: TracePayload
  readonly formatter: TraceFormatter
}

export const blankDraft: TraceDraft = {
  name: undefined,
  type: 'clientid',
  values: { clientid: '', topic: '', ip_address: '', ruleid: '' },
  begins: 'now',
  beginAt: undefined,
  length: 'halfHour',
  endAt: undefined,
  payload: 'text',
  formatter: 'json',
}

const longestName = 256

/** Milliseconds. What the API takes when nothing is said is ten minutes. */
const lengths = { tenMinutes: 600_000, halfHour: 1_800_000, hour: 3_600_000, day: 86_400_000 } as const

export interface DraftFaults {
  readonly name?: 'missing' | 'letters' | 'tooLong'
  readonly value?: 'missing' | 'notAnAddress' | FilterFault
  readonly beginAt?: 'missing' | 'passed'
  readonly endAt?: 'missing' | 'passed' | 'beforeStart'
}

/** The name it gets: what was typed, or what its condition proposes. `opened`: when the form was, in the browser's time. */
export const nameOf = ({ name, type, values }: TraceDraft, opened: Date): string =>
  name ?? traceNameFor({ type, value: values[type] }, opened)

/** Blanks around an address or a topic are slips; in client ids they may be meant. */
const traced = ({ type, values }: TraceDraft): string => (type === 'clientid' ? values[type] : values[type].trim())

/** What is wrong with it; `now` is the server's, in milliseconds. */
export function faultsOf(draft: TraceDraft, opened: Date, now: number): DraftFaults {
  const found = {
    name: nameFault(nameOf(draft, opened)),
    value: valueFault(draft.type, traced(draft)),
    beginAt: beginFault(draft, now),
    endAt: endFault(draft, now),
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined))
}

function nameFault(name: string): DraftFaults['name'] {
  if (name === '') return 'missing'
  if (!traceName.test(name)) return 'letters'
  return name.length > longestName ? 'tooLong' : undefined
}

function valueFault(type: TraceType, value: string): DraftFaults['value'] {
  if (value === '') return 'missing'
  if (type === 'ip_address') return isIpAddress(value) ? undefined : 'notAnAddress'
  return type === 'topic' ? filterFault(value) : undefined
}

/** The field has minutes only: the present one is now. */
const minute = 60_000

function beginFault({ begins, beginAt }: TraceDraft, now: number): DraftFaults['beginAt'] {
  if (begins === 'now') return undefined
  if (beginAt === undefined) return 'missing'
  return Date.parse(beginAt) <= now - minute ? 'passed' : undefined
}

function endFault(draft: TraceDraft, now: number): DraftFaults['endAt'] {
  if (draft.length !== 'date') return undefined
  if (draft.endAt === undefined) return 'missing'
  const end = Date.parse(draft.endAt)
  if (end <= now) return 'passed'
  return end <= (startOf(draft, now) ?? now) ? 'beforeStart' : undefined
}

/** Undefined: at once. */
function startOf({ begins, beginAt }: TraceDraft, now: number): number | undefined {
  const start = begins === 'now' || beginAt === undefined ? Number.NaN : Date.parse(beginAt)
  return start > now ? start : undefined
}

/** What is sent of a draft without faults; `now` is the server's, in milliseconds. */
export function toBody(draft: TraceDraft, opened: Date, now: number): NewTraceBody {
  const { type, length, endAt, payload, formatter } = draft
  const start = startOf(draft, now)
  const end = length === 'date' ? Date.parse(endAt ?? '') : (start ?? now) + lengths[length]
  // By the server's clock alone, wherever it can count by itself.
  const isUsual = start === undefined && length === 'tenMinutes'
  return {
    name: nameOf(draft, opened),
    type,
    [type]: traced(draft),
    ...(start !== undefined && { start_at: toRfc3339(start) }),
    ...(!isUsual && { end_at: toRfc3339(end) }),
    payload_encode: payload,
    formatter,
  }
}

/** Traces have whole seconds. */
const toRfc3339 = (time: number) => new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z')
