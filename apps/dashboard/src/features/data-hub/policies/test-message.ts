import { fromBase64, toBase64, toText } from '../../../lib/payload/payload.ts'
import type { Pair } from '../../../ui/fields/pairs-field.tsx'
import type { CapturedMessage } from './live-capture.ts'

/** A message to test with. */
export interface TestMessage {
  readonly topic: string
  /** Text, or base64 for bytes that are not text. */
  readonly payload: string
  readonly encoding: 'plain' | 'base64'
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly clientid: string
  readonly username: string
  readonly userProperties: readonly Pair[]
}

export function payloadOf(bytes: Uint8Array): Pick<TestMessage, 'payload' | 'encoding'> {
  const text = toText(bytes)
  return text === undefined ? { payload: toBase64(bytes), encoding: 'base64' } : { payload: text, encoding: 'plain' }
}

/** The publisher of a captured message is not known, so that client ID and username stay. */
export const fromCaptured = ({ topic, payload, qos, retain, properties }: CapturedMessage) => ({
  topic,
  qos,
  retain,
  userProperties: properties?.userProperties ?? [],
  ...payloadOf(payload),
})

/** The same payload in the other encoding. Undefined if it is not base64, or its bytes are not text. */
export function inEncoding(
  { payload, encoding }: Pick<TestMessage, 'payload' | 'encoding'>,
  wanted: TestMessage['encoding'],
): string | undefined {
  if (encoding === wanted) return payload
  if (wanted === 'base64') return toBase64(new TextEncoder().encode(payload))
  return isBase64(payload) ? toText(fromBase64(payload.trim())) : undefined
}

export function isBase64(text: string): boolean {
  try {
    fromBase64(text.trim())
    return true
  } catch {
    return false
  }
}

/** As maps, like in the API. Of a repeated name, the last value is kept. */
export const userPropertyMap = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(pairs.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]))
