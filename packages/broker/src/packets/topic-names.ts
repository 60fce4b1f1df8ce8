import { decodeString, type Reader } from './reader.ts'
import { malformed, ReasonError } from './reason-error.ts'

/**
 * A cache of recent topics by a hash of their bytes. Publishers repeat their topics: a hit saves decoding and checks, and
 * returns the same string, whose hash the engine has already computed for the router's maps.
 * Direct-mapped with a fixed size, so there is no eviction; at most 2048 topics of 128 ASCII characters.
 */
const slots = 2048
const maxCachedLength = 128
const known: string[] = new Array<string>(slots).fill('')

/**
 * The topic name of a PUBLISH; may be empty (topic alias).
 * @throws ReasonError 0x81 for an invalid string, 0x90 for a wildcard [MQTT-3.3.2-2]
 */
export function readTopicName(reader: Reader, strict: boolean): string {
  const length = reader.uint16()
  const start = reader.position
  const end = start + length
  if (end > reader.end) throw malformed('the packet ends too early')
  reader.position = end
  const { buffer } = reader
  // Not for strict connections, which need more checks.
  if (length > maxCachedLength || length === 0 || strict) return decodeTopic(buffer, start, end, strict)
  let hash = length
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (buffer[i] ?? 0)) | 0
  const slot = (hash ^ (hash >>> 15)) & (slots - 1)
  const candidate = known[slot] ?? ''
  if (candidate.length === length && sameBytes(candidate, buffer, start)) return candidate
  const topic = decodeTopic(buffer, start, end, strict)
  // As many characters as bytes: all ASCII, so that bytes and characters can be compared.
  if (topic.length === length) known[slot] = topic
  return topic
}

function sameBytes(topic: string, buffer: Buffer, start: number): boolean {
  for (let i = 0; i < topic.length; i++) if (topic.charCodeAt(i) !== buffer[start + i]) return false
  return true
}

function decodeTopic(buffer: Buffer, start: number, end: number, strict: boolean): string {
  const topic = decodeString(buffer, start, end, strict)
  if (topic.includes('#') || topic.includes('+'))
    throw new ReasonError(0x90, 'topic_name_invalid', 'MQTT-3.3.2-2', 'a topic name cannot have wildcards')
  return topic
}
