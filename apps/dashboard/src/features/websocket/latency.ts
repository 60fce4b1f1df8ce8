import { toText } from '../../lib/payload.ts'
import type { Message } from './message-log.ts'

/** The user property that carries when a message was sent: milliseconds since 1970, with fractions. */
export const sentAtName = 'mqdeck-sent-at'

export const sentAtValue = (now: number): string => now.toFixed(2)

/**
 * How long a received message was under way, in milliseconds: from our own user property, or, when `field` names one, from a
 * number in the payload's JSON (seconds or milliseconds since 1970, or RFC 3339). The clocks of both ends must agree, which
 * they do for messages of this browser. Undefined when it is not known.
 */
export function latencyOf(message: Message, field = ''): number | undefined {
  if (message.direction !== 'in') return undefined
  const own = message.properties?.userProperties?.find(({ name }) => name === sentAtName)?.value
  const sentAt = own !== undefined ? Number(own) : field === '' ? undefined : timeIn(message.payload, field)
  if (sentAt === undefined || !Number.isFinite(sentAt)) return undefined
  const latency = message.at - sentAt
  // A day: what is older was kept, or has another clock.
  return latency > -1000 && latency < 86_400_000 ? Math.max(0, latency) : undefined
}

/** Longer payloads are not read for a number. */
const longest = 64 * 1024

function timeIn(payload: Uint8Array, field: string): number | undefined {
  const text = payload.length <= longest ? toText(payload) : undefined
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
    ? (value as Readonly<Record<string, unknown>>)[name] // it has one of that name
    : undefined
