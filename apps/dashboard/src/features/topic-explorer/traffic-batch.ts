/** Messages on their way to the worker, packed into one buffer. */
export interface TrafficBatch {
  /** Returns false if the batch is full. Call `take` then and add the message again. */
  readonly add: (message: TrafficMessage) => boolean
  readonly isEmpty: () => boolean
  /** Returns the packed messages and resets the batch. */
  readonly take: () => ArrayBuffer
}

interface TrafficMessage {
  readonly topic: string
  readonly payload: Uint8Array
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly qos: number
  readonly isRetained: boolean
  /** Whether the message was sent because of the subscription, and not published now. */
  readonly isFromRetainer: boolean
}

export interface BatchMessage extends Omit<TrafficMessage, 'topic'> {
  /** UTF-8. */
  readonly topic: Uint8Array
}

/** Time, topic length, payload length, flags. */
const headerSize = 8 + 2 + 4 + 1
const batchSize = 256 * 1024
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3

const bits = { qos: 3, retained: 4, fromRetainer: 8 } as const

export function createTrafficBatch(size = batchSize): TrafficBatch {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(0)
  let used = 0
  return {
    add({ topic, payload, at, qos, isRetained, isFromRetainer }) {
      const needed = headerSize + topic.length * maxBytesPerUnit + payload.length
      if (used > 0 && used + needed > bytes.length) return false
      if (bytes.length === 0) bytes = new Uint8Array(Math.max(size, needed))
      const view = new DataView(bytes.buffer, used)
      const start = used + headerSize
      const { written } = encoder.encodeInto(topic, bytes.subarray(start))
      view.setFloat64(0, at)
      view.setUint16(8, written)
      view.setUint32(10, payload.length)
      view.setUint8(14, qos | (isRetained ? bits.retained : 0) | (isFromRetainer ? bits.fromRetainer : 0))
      bytes.set(payload, start + written)
      used = start + written + payload.length
      return true
    },
    isEmpty: () => used === 0,
    take() {
      const { buffer } = used * 2 < bytes.length ? bytes.slice(0, used) : bytes
      // Unused bytes are zero and read as time 0, which marks the end.
      if (buffer === bytes.buffer) bytes.fill(0, used)
      bytes = new Uint8Array(0)
      used = 0
      return buffer
    },
  }
}

/** Reads the messages of a batch. Topics and payloads are views of the buffer. */
export function* readTraffic(batch: ArrayBuffer): Generator<BatchMessage> {
  const view = new DataView(batch)
  for (let offset = 0; offset + headerSize <= batch.byteLength; ) {
    const at = view.getFloat64(offset)
    if (at === 0) return
    const topicLength = view.getUint16(offset + 8)
    const payloadLength = view.getUint32(offset + 10)
    const flags = view.getUint8(offset + 14)
    const start = offset + headerSize
    yield {
      at,
      qos: flags & bits.qos,
      isRetained: (flags & bits.retained) !== 0,
      isFromRetainer: (flags & bits.fromRetainer) !== 0,
      topic: new Uint8Array(batch, start, topicLength),
      payload: new Uint8Array(batch, start + topicLength, payloadLength),
    }
    offset = start + topicLength + payloadLength
  }
}
