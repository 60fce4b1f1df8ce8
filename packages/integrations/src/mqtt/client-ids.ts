import { createHash } from 'node:crypto'

/** Bytes that all servers accept (MQTT 3.1.1, 3.1.3.1). */
const safe = 23
/** The remaining bytes make client IDs unique. */
const maxPrefixLength = 19

/**
 * As in EMQX, the ID is stable and unique for each connector, node and position in the pool. Without a prefix, or with
 * a prefix up to 19 bytes, it has at most 23 bytes. Longer prefixes are not shortened.
 * @param index starts at 1
 */
export function clientIdOf(prefix: string, name: string, node: string, index: number): string {
  const own = `${name}:${hashed(node, 4)}:${index}`
  const size = Buffer.byteLength(prefix)
  if (size > maxPrefixLength || size + Buffer.byteLength(own) <= safe) return prefix + own
  return prefix + hashed(own, safe - size)
}

const hashed = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
