/** Type-length-value payloads of LwM2M (OMA-TS-LightweightM2M-V1_0_2, 6.4.3). */
export interface TlvEntry {
  readonly kind: 'objectInstance' | 'resourceInstance' | 'multipleResource' | 'resource'
  readonly id: number
  /** Content of a resource or a resource instance. */
  readonly value: Uint8Array
  /** Content of an object instance or a multiple resource. */
  readonly entries: readonly TlvEntry[]
}

const kinds = ['objectInstance', 'resourceInstance', 'multipleResource', 'resource'] as const
const none = new Uint8Array(0)
/** Object instance, multiple resource, resource instance. */
const maxDepth = 3
const maxEntries = 10_000

/** Undefined if the payload is malformed. Never throws. */
export function decodeTlv(bytes: Uint8Array): readonly TlvEntry[] | undefined {
  return read(bytes, 1, { entries: 0 })
}

function read(bytes: Uint8Array, depth: number, count: { entries: number }): readonly TlvEntry[] | undefined {
  const found: TlvEntry[] = []
  let at = 0
  const number = (size: number): number | undefined => {
    if (at + size > bytes.length) return undefined
    let value = 0
    for (const byte of bytes.subarray(at, at + size)) value = value * 256 + byte
    at += size
    return value
  }
  while (at < bytes.length) {
    count.entries += 1
    const head = bytes[at++] ?? 0
    const kind = kinds[head >> 6]
    const id = number(head & 0x20 ? 2 : 1)
    const sizeOfLength = (head >> 3) & 3
    const length = sizeOfLength === 0 ? head & 7 : number(sizeOfLength)
    if (kind === undefined || id === undefined || length === undefined) return undefined
    if (at + length > bytes.length || count.entries > maxEntries) return undefined
    const content = bytes.subarray(at, at + length)
    at += length
    const hasEntries = kind === 'objectInstance' || kind === 'multipleResource'
    const entries = hasEntries ? (depth < maxDepth ? read(content, depth + 1, count) : undefined) : []
    if (!entries) return undefined
    found.push({ kind, id, value: hasEntries ? none : content, entries })
  }
  return found
}

export function encodeTlv(entries: readonly TlvEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ kind, id, value, entries: inner }) => {
      const hasEntries = kind === 'objectInstance' || kind === 'multipleResource'
      const content = hasEntries ? encodeTlv(inner) : value
      const { length } = content
      const sizeOfLength = length < 8 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : 3
      const head = (kinds.indexOf(kind) << 6) | (id > 0xff ? 0x20 : 0) | (sizeOfLength << 3)
      return [
        Buffer.from([sizeOfLength === 0 ? head | length : head, ...bytesOf(id, id > 0xff ? 2 : 1)]),
        Buffer.from(bytesOf(length, sizeOfLength)),
        content,
      ]
    }),
  )
}

const bytesOf = (value: number, size: number): readonly number[] =>
  Array.from({ length: size }, (_, index) => (value >> (8 * (size - 1 - index))) & 0xff)

export const resourceEntry = (id: number, value: Uint8Array): TlvEntry => ({ kind: 'resource', id, value, entries: [] })
export const instanceEntry = (id: number, entries: readonly TlvEntry[]): TlvEntry => ({
  kind: 'objectInstance',
  id,
  value: none,
  entries,
})
