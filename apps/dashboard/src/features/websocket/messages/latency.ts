import { toText } from '../../../lib/payload/payload.ts'
import type { LoggedMessage } from './message-log.ts'

/** The user property with the send time: milliseconds since 1970, with fractions. */
export const sentAtName = 'mqdeck-sent-at'

export const sentAtValue = (now: number): string => now.toFixed(2)

/**
 * Latency of a received message in milliseconds. The send time is taken from our own user property, or from the JSON payload when
 * `field` names a field (seconds or milliseconds since 1970, or RFC 3339). The clocks of sender and receiver must agree, as they
 * do for messages of this browser. Undefined when the send time is unknown.
 */
export function latencyOf(message: LoggedMessage, field = ''): number | undefined {
  if (message.direction !== 'in') return undefined
  const own = message.properties?.userProperties?.find(({ name }) => name === sentAtName)?.value
  const sentAt = own !== undefined ? Number(own) : field === '' ? undefined : timeIn(message.payload, field)
  if (sentAt === undefined || !Number.isFinite(sentAt)) return undefined
  const latency = message.at - sentAt
  // More than a day means a retained message or a wrong clock.
  return latency > -1000 && latency < 86_400_000 ? Math.max(0, latency) : undefined
}

/** Longer payloads are not parsed for a send time. */
const maxParsedBytes = 64 * 1024

function timeIn(payload: Uint8Array, field: string): number | undefined {
  const text = payload.length <= maxParsedBytes ? toText(payload) : undefined
  if (text === undefined) return undefined
  try {
    const value = field.split('.').reduce<unknown>(partOf, JSON.parse(text))
    if (typeof value === 'string') return Date.parse(value)
    // Seconds since 1970 have ten digits until 2286.
    return typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : undefined
  } catch {
    return undefined
  }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
