export interface KeptPayload {
  readonly seq: number
  readonly node: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly qos: number
  readonly isRetained: boolean
  /** Bytes; fewer are kept of a long one. */
  readonly size: number
  readonly payload: Uint8Array
}

interface NewPayload extends Pick<KeptPayload, 'node' | 'at' | 'qos' | 'isRetained'> {
  readonly payload: Uint8Array
}

/** The last payloads of all topics together. The oldest go first, so that all of them never take more than the bounds. */
export interface PayloadRing {
  readonly add: (payload: NewPayload) => void
  /** Undefined when it is no longer kept. */
  readonly at: (seq: number) => KeptPayload | undefined
  /** Of one topic, the newest first. */
  readonly of: (node: number, most: number) => readonly KeptPayload[]
}

interface RingLimits {
  readonly bytes: number
  readonly entries: number
  /** Of one payload. */
  readonly longest: number
}

const defaultLimits: RingLimits = { bytes: 32 * 1024 * 1024, entries: 1 << 17, longest: 64 * 1024 }

const qosBits = 3
const retainedBit = 4

export function createPayloadRing({ bytes, entries, longest }: RingLimits = defaultLimits): PayloadRing {
  const pool = new Uint8Array(bytes)
  const nodes = new Uint32Array(entries)
  /** Where in all that was ever written; the place in the pool is what is left of it by the pool's size. */
  const starts = new Float64Array(entries)
  const lengths = new Uint32Array(entries)
  const sizes = new Uint32Array(entries)
  const times = new Float64Array(entries)
  const flags = new Uint8Array(entries)
  /** The payload before it of the same topic, as `seq + 1`; 0: none. */
  const before = new Float64Array(entries)
  let lastOf = new Float64Array(1024)
  let first = 0
  let end = 0
  let write = 0

  /** Gives up the oldest for `length` bytes more, which lie together. */
  const makeRoom = (length: number) => {
    if (write % bytes > bytes - length) write += bytes - (write % bytes)
    while (first < end && (end - first >= entries || (starts[first % entries] ?? 0) < write + length - bytes))
      first += 1
  }

  const at = (seq: number): KeptPayload | undefined => {
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
      const length = Math.min(payload.length, longest)
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
      before[slot] = lastOf[node] ?? 0
      end += 1
      lastOf[node] = end
      write += length
    },
    at,
    of(node, most) {
      const found: KeptPayload[] = []
      let next = lastOf[node] ?? 0
      while (next > first && found.length < most) {
        const payload = at(next - 1)
        if (!payload) break
        found.push(payload)
        next = before[payload.seq % entries] ?? 0
      }
      return found
    },
  }
}
