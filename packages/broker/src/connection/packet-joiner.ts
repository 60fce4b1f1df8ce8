/** Packets are copied together into writes of at most this many bytes; a larger packet is written without a copy. */
const maxWriteBytes = 64 * 1024

/** Joins the packets that a client gets in one turn into few writes. */
export interface PacketJoiner {
  /**
   * The packets in as few buffers as their slices. Subscribers of the same topics get the same packets in the same turn, so
   * the last result can often be reused; comparing references is cheaper than copying.
   */
  join(packets: readonly Uint8Array[]): readonly Uint8Array[]
}

export function createPacketJoiner(): PacketJoiner {
  let lastParts: readonly Uint8Array[] = []
  let lastJoined: readonly Uint8Array[] = []
  return {
    join: (packets) => {
      if (sameParts(packets, lastParts)) return lastJoined
      lastJoined = toWrites(packets).map((slice) =>
        slice.length === 1 && slice[0] ? copyIfSmallPart(slice[0]) : Buffer.concat(slice),
      )
      lastParts = packets
      return lastJoined
    },
  }
}

/** Consecutive packets, together at most `maxWriteBytes` or one packet. */
export function toWrites(packets: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const slices: Uint8Array[][] = []
  let slice: Uint8Array[] = []
  let bytes = 0
  for (const packet of packets) {
    if (bytes + packet.length > maxWriteBytes && slice.length > 0) {
      slices.push(slice)
      slice = []
      bytes = 0
    }
    slice.push(packet)
    bytes += packet.length
  }
  slices.push(slice)
  return slices
}

function sameParts(parts: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  return parts.length === others.length && parts.every((part, index) => isSame(part, others[index]))
}

const isSame = (one: Uint8Array, other: Uint8Array | undefined) =>
  one === other || (one.length === other?.length && one.byteOffset === other.byteOffset && one.buffer === other.buffer)

/** A buffer larger than this is not kept in memory for a small part of it. */
const keptBytes = 16 * 1024

/** Copies a small part of a large buffer, so that a slow client does not keep the whole buffer in memory. */
export function copyIfSmallPart(bytes: Uint8Array): Uint8Array {
  const whole = bytes.buffer.byteLength
  return whole > keptBytes && bytes.length * 2 < whole ? Uint8Array.prototype.slice.call(bytes) : bytes
}
