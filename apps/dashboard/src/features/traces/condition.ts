import type { Trace, TraceType } from '@mqdeck/contract'

/** A client ID, a topic filter, an IP address or a rule ID to trace. */
export interface TraceCondition {
  readonly type: TraceType
  readonly value: string
}

/** `value` is empty if the broker omits it. */
export const conditionOf = (trace: Trace): TraceCondition => ({ type: trace.type, value: trace[trace.type] ?? '' })

const prefixes: Readonly<Record<TraceType, string>> = {
  clientid: 'client',
  topic: 'topic',
  ip_address: 'ip',
  ruleid: 'rule',
}

/** Maximum length of the value within a trace name. */
const maxValueLength = 60

/** A valid trace name from the condition and the local start time: `client_dev_a_20261122_021500`. */
export function traceNameFor({ type, value }: TraceCondition, at: Date): string {
  const slug = value
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, maxValueLength)
    .replace(/_+$/, '')
  return [prefixes[type], ...(slug === '' ? [] : [slug]), stamp(at)].join('_')
}

function stamp(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
