import type { Trace, TraceType } from '@mqdeck/contract'

/** What a trace looks at: a client id, a topic filter, an address, the id of a rule. */
export interface TraceCondition {
  readonly type: TraceType
  readonly value: string
}

/** `value` is empty where a broker has left it out. */
export const conditionOf = (trace: Trace): TraceCondition => ({ type: trace.type, value: trace[trace.type] ?? '' })

const kinds: Readonly<Record<TraceType, string>> = {
  clientid: 'client',
  topic: 'topic',
  ip_address: 'ip',
  ruleid: 'rule',
}

/** Of the value in a name; the rest of a long one says little more. */
const longestValue = 60

/** A name that says what is traced and since when, in the browser's time: `client_dev_a_20261122_021500`. Only letters that names may have. */
export function nameFor({ type, value }: TraceCondition, at: Date): string {
  const legible = value
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, longestValue)
    .replace(/_+$/, '')
  return [kinds[type], ...(legible === '' ? [] : [legible]), stamp(at)].join('_')
}

function stamp(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
