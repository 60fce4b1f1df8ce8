/** Messages on their way from the connection to the tree, one behind the other in one piece of memory. */
export interface TrafficBatch {
  /** False when it is full: take it and begin another one. */
  readonly add: (message: TrafficMessage) => boolean
  readonly isEmpty: () => boolean
  /** What was added so far, to be handed over; the next message begins anew. */
  readonly take: () => ArrayBuffer
}

interface TrafficMessage {
  readonly topic: string
  readonly payload: Uint8Array
  /** Milliseconds since 1970. */
  readonly at: number
  readonly qos: number
  readonly isRetained: boolean
  /** It was kept by the broker and comes because of the subscription: nobody published it now. */
  readonly isOld: boolean
}

export interface ReadMessage extends Omit<TrafficMessage, 'topic'> {
  /** UTF-8. */
  readonly topic: Uint8Array
}

/** Time, length of the topic, length of the payload, flags. */
const headSize = 8 + 2 + 4 + 1
const batchSize = 256 * 1024
/** Of UTF-8 in a character of JavaScript. */
const mostBytes = 3

const bits = { qos: 3, retained: 4, old: 8 } as const

export function createTrafficBatch(size = batchSize): TrafficBatch {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(0)
  let used = 0
  return {
    add({ topic, payload, at, qos, isRetained, isOld }) {
      const needed = headSize + topic.length * mostBytes + payload.length
      if (used > 0 && used + needed > bytes.length) return false
      if (bytes.length === 0) bytes = new Uint8Array(Math.max(size, needed))
      const view = new DataView(bytes.buffer, used)
      const start = used + headSize
      const { written } = encoder.encodeInto(topic, bytes.subarray(start))
      view.setFloat64(0, at)
      view.setUint16(8, written)
      view.setUint32(10, payload.length)
      view.setUint8(14, qos | (isRetained ? bits.retained : 0) | (isOld ? bits.old : 0))
      bytes.set(payload, start + written)
      used = start + written + payload.length
      return true
    },
    isEmpty: () => used === 0,
    take() {
      const { buffer } = used * 2 < bytes.length ? bytes.slice(0, used) : bytes
      // What was not written reads as a message of the year 1970 without anything: the end.
      if (buffer === bytes.buffer) bytes.fill(0, used)
      bytes = new Uint8Array(0)
      used = 0
      return buffer
    },
  }
}

/** Views of the batch, not copies. */
export function* readTraffic(batch: ArrayBuffer): Generator<ReadMessage> {
  const view = new DataView(batch)
  for (let offset = 0; offset + headSize <= batch.byteLength; ) {
    const at = view.getFloat64(offset)
    if (at === 0) return
    const topicLength = view.getUint16(offset + 8)
    const payloadLength = view.getUint32(offset + 10)
    const flags = view.getUint8(offset + 14)
    const start = offset + headSize
    yield {
      at,
      qos: flags & bits.qos,
      isRetained: (flags & bits.retained) !== 0,
      isOld: (flags & bits.old) !== 0,
      topic: new Uint8Array(batch, start, topicLength),
      payload: new Uint8Array(batch, start + topicLength, payloadLength),
    }
    offset = start + topicLength + payloadLength
  }
}
