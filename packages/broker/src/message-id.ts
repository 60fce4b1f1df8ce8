const sequenceLimit = 0x10000
const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0')

/** In two halves, because printing integers above 32 bits is slow. */
const hex64 = (value: number) => hex(Math.floor(value / 2 ** 32), 8) + hex(value >>> 0, 8)

/** The last part of the id for every sequence number. */
const sequenceDigits = Array.from({ length: sequenceLimit }, (_, sequence) => hex(sequence, 4))

/**
 * Message ids in the format of EMQX's GUIDs: 64 bits of microseconds, 48 bits for the node, 16 bits of sequence. They increase
 * with time, also within a millisecond and when the clock is set back.
 */
export function createMessageIds(node: string): (now: number) => string {
  const middle = nodeDigits(node)
  let millisecond = 0
  let overflow = 0
  let sequence = 0
  let prefix = ''

  const next = (now: number) => {
    if (now > millisecond) {
      millisecond = now
      overflow = 0
      sequence = 0
    } else if (sequence === sequenceLimit) {
      overflow += 1
      sequence = 0
    }
    if (sequence === 0) prefix = hex64(millisecond * 1000 + overflow) + middle
    const id = prefix + sequenceDigits[sequence]
    sequence += 1
    return id
  }
  return next
}

/** FNV-1a, twice: 48 bits that differ between nodes. */
function nodeDigits(node: string): string {
  let hash = 0x811c9dc5
  for (const character of node) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const low = Math.imul(hash ^ node.length, 0x01000193) >>> 0
  return hex(hash, 8) + hex(low & 0xffff, 4)
}
