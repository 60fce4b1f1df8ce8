export interface StoredPayload {
  readonly seq: number
  readonly node: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly qos: number
  readonly isRetained: boolean
  /** Original size in bytes. Long payloads are truncated. */
  readonly size: number
  readonly payload: Uint8Array
}

interface NewPayload extends Pick<StoredPayload, 'node' | 'at' | 'qos' | 'isRetained'> {
  readonly payload: Uint8Array
}

/** Ring buffer of the last payloads of all topics. Drops the oldest to stay within its limits. */
export interface PayloadRing {
  readonly add: (payload: NewPayload) => void
  /** Undefined if the payload was dropped. */
  readonly at: (seq: number) => StoredPayload | undefined
  /** Payloads of one topic, newest first. */
  readonly payloadsOf: (node: number, limit: number) => readonly StoredPayload[]
}

interface RingLimits {
  readonly bytes: number
  readonly entries: number
  /** Longer payloads are truncated. */
  readonly maxPayloadBytes: number
}

const defaultLimits: RingLimits = { bytes: 32 * 1024 * 1024, entries: 1 << 17, maxPayloadBytes: 64 * 1024 }

const qosBits = 3
const retainedBit = 4

export function createPayloadRing({ bytes, entries, maxPayloadBytes }: RingLimits = defaultLimits): PayloadRing {
  const pool = new Uint8Array(bytes)
  const nodes = new Uint32Array(entries)
  /** Absolute write position. Modulo the pool size it is the index in the pool. */
  const starts = new Float64Array(entries)
  const lengths = new Uint32Array(entries)
  const sizes = new Uint32Array(entries)
  const times = new Float64Array(entries)
  const flags = new Uint8Array(entries)
  /** The previous payload of the same topic, as `seq + 1`. 0 for none. */
  const previous = new Float64Array(entries)
  let lastOf = new Float64Array(1024)
  let first = 0
  let end = 0
  let write = 0

  /** Drops the oldest payloads to get `length` contiguous bytes. */
  const makeRoom = (length: number) => {
    if (write % bytes > bytes - length) write += bytes - (write % bytes)
    while (first < end && (end - first >= entries || (starts[first % entries] ?? 0) < write + length - bytes))
      first += 1
  }

  const at = (seq: number): StoredPayload | undefined => {
    if (seq < first || seq >= end) return undefined
    const slot = seq % entries
    const start = (starts[slot] ?? 0) % bytes
    return {
      seq,
      node: nodes[slot] ?? 0,
      at: times[slot] ?? 0,
      qos: (flags[slot] ?? 0) & qosBits,
      isRetained: ((flags[slot] ?? 0) & retainedBit) !== 0,
      size: sizes[slot] ?? 0,
      payload: pool.slice(start, start + (lengths[slot] ?? 0)),
    }
  }

  return {
    add({ node, at: time, qos, isRetained, payload }) {
      const length = Math.min(payload.length, maxPayloadBytes)
      makeRoom(length)
      pool.set(payload.subarray(0, length), write % bytes)
      const slot = end % entries
      nodes[slot] = node
      starts[slot] = write
      lengths[slot] = length
      sizes[slot] = payload.length
      times[slot] = time
      flags[slot] = qos | (isRetained ? retainedBit : 0)
      if (node >= lastOf.length) {
        const larger = new Float64Array(Math.max(lastOf.length * 2, node + 1))
        larger.set(lastOf)
        lastOf = larger
      }
      previous[slot] = lastOf[node] ?? 0
      end += 1
      lastOf[node] = end
      write += length
    },
    at,
    payloadsOf(node, limit) {
      const found: StoredPayload[] = []
      let next = lastOf[node] ?? 0
      while (next > first && found.length < limit) {
        const payload = at(next - 1)
        if (!payload) break
        found.push(payload)
        next = previous[payload.seq % entries] ?? 0
      }
      return found
    },
  }
}
