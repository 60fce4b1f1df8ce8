import { createHash } from 'node:crypto'

/** Bytes that every server takes (MQTT 3.1.1, 3.1.3.1). */
const safe = 23
/** What is left of these must tell clients apart. */
const maxPrefixLength = 19

/**
 * As EMQX: the same at each start, different for each connector, node and place in the pool. Without a prefix at most 23 bytes; a
 * prefix of at most 19 bytes is kept within these; a longer one is kept at any length.
 * @param index counts from 1
 */
export function clientIdOf(prefix: string, name: string, node: string, index: number): string {
  const own = `${name}:${hashed(node, 4)}:${index}`
  const size = Buffer.byteLength(prefix)
  if (size > maxPrefixLength || size + Buffer.byteLength(own) <= safe) return prefix + own
  return prefix + hashed(own, safe - size)
}

const hashed = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
