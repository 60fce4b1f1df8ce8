/** Number of unused bits of the last byte. These are the lowest bits and they are 0, as in Erlang. */
const unused = new WeakMap<Uint8Array, number>()

/** Length in bits of a binary or of the result of `takeBits`. */
export const bitLength = (sequence: Uint8Array): number => sequence.length * 8 - (unused.get(sequence) ?? 0)

/** @param start counted from 0. The range must be inside of the sequence. */
export function takeBits(sequence: Uint8Array, start: number, length: number): Uint8Array {
  const taken = new Uint8Array(Math.ceil(length / 8))
  const [first, shift] = [Math.floor(start / 8), start % 8]
  for (let index = 0; index < taken.length; index += 1) {
    const high = sequence[first + index] ?? 0
    const low = sequence[first + index + 1] ?? 0
    taken[index] = ((high << shift) | (low >> (8 - shift))) & 0xff
  }
  const rest = length % 8
  if (rest > 0) {
    const last = taken.length - 1
    taken[last] = (taken[last] ?? 0) & (0xff << (8 - rest))
    unused.set(taken, 8 - rest)
  }
  return taken
}

export function readInteger(sequence: Uint8Array, isSigned: boolean, isLittle: boolean): bigint {
  const length = bitLength(sequence)
  if (length === 0) return 0n
  const rest = length % 8
  // In a little-endian number, the bits of an incomplete last byte are the highest bits.
  const ordered = isLittle
    ? Array.from(sequence, (byte, index) =>
        rest > 0 && index === sequence.length - 1 ? byte >> (8 - rest) : byte,
      ).reverse()
    : Array.from(sequence)
  const all = BigInt(`0x${ordered.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  const value = isLittle ? all : all >> BigInt((8 - rest) % 8)
  return isSigned ? BigInt.asIntN(length, value) : value
}

/** IEEE 754 with 16, 32 or 64 bits. Undefined for other lengths and if the float is not finite. */
export function readFloat(sequence: Uint8Array, isLittle: boolean): number | undefined {
  const view = new DataView(sequence.buffer, sequence.byteOffset, sequence.byteLength)
  const length = bitLength(sequence)
  const value =
    length === 64
      ? view.getFloat64(0, isLittle)
      : length === 32
        ? view.getFloat32(0, isLittle)
        : length === 16
          ? halfFloat(view.getUint16(0, isLittle))
          : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  return exponent === 31 ? Number.NaN : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
