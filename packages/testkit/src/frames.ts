/** Splits a byte stream into MQTT control packets, by fixed header and remaining length only. */
export function createFrameSplitter(onFrame: (frame: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (let size = frameSize(rest); size !== undefined && size <= rest.length; size = frameSize(rest)) {
      onFrame(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

/** Size of the packet at the start of `bytes`, including the header. Undefined if more bytes are needed. */
function frameSize(bytes: Buffer): number | undefined {
  let length = 0
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[index]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 128 ** (index - 1)
    if (byte < 0x80) return 1 + index + length
  }
  throw new Error(`Not a remaining length: ${bytes.subarray(0, 8).toString('hex')}`)
}
