import type { DataType } from './objects.ts'

/** A value as MQTT messages and the API have it: opaque bytes are base64, times are seconds, links are `object:instance`. */
export type Value = string | number | boolean

/** Decodes the bytes of a resource in TLV. Undefined if they do not fit the type. */
export function fromBytes(bytes: Uint8Array, type: DataType | undefined): Value | undefined {
  const buffer = Buffer.from(bytes)
  switch (type) {
    case 'Integer':
    case 'Time':
      return integerOf(buffer)
    case 'Float':
      return buffer.length === 4 ? buffer.readFloatBE() : buffer.length === 8 ? buffer.readDoubleBE() : undefined
    case 'Boolean':
      return buffer.length === 1 ? buffer[0] === 1 : undefined
    case 'String':
      return buffer.toString()
    case 'Objlnk':
      return buffer.length === 4 ? `${buffer.readUInt16BE()}:${buffer.readUInt16BE(2)}` : undefined
    default:
      return buffer.toString('base64')
  }
}

/** A text if a JSON number would lose digits. */
function integerOf(buffer: Buffer): Value | undefined {
  if (buffer.length === 8) {
    const big = buffer.readBigInt64BE()
    return Number.isSafeInteger(Number(big)) ? Number(big) : String(big)
  }
  return [1, 2, 4].includes(buffer.length) ? buffer.readIntBE(0, buffer.length) : undefined
}

/** Decodes a plain text (OMA-TS-LightweightM2M, 6.4.1). Undefined if it does not fit the type. */
export function fromText(text: string, type: DataType | undefined): Value | undefined {
  if (type === 'Integer' || type === 'Time') {
    if (!/^[+-]?\d+$/.test(text)) return undefined
    return Number.isSafeInteger(Number(text)) ? Number(text) : text
  }
  if (type === 'Float') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  if (type === 'Boolean')
    return text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined
  return text
}

/** The bytes of a resource in TLV. Undefined if the value does not fit the type. */
export function toBytes(value: unknown, type: DataType): Buffer | undefined {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : undefined
  if (text === undefined) return undefined
  switch (type) {
    case 'Integer':
    case 'Time':
      return integerBytes(text)
    case 'Float': {
      if (text.trim() === '' || !Number.isFinite(Number(text))) return undefined
      const bytes = Buffer.alloc(8)
      bytes.writeDoubleBE(Number(text))
      return bytes
    }
    case 'Boolean':
      return text === 'true' || text === '1'
        ? Buffer.from([1])
        : text === 'false' || text === '0'
          ? Buffer.from([0])
          : undefined
    case 'Opaque':
      return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : undefined
    case 'Objlnk': {
      const [, object, instance] = /^(\d{1,5}):(\d{1,5})$/.exec(text) ?? []
      const numbers = [Number(object), Number(instance)]
      if (object === undefined || numbers.some((number) => number > 0xffff)) return undefined
      return Buffer.from(numbers.flatMap((number) => [number >> 8, number & 0xff]))
    }
    default:
      return Buffer.from(text)
  }
}

/** In 1, 2, 4 or 8 bytes. */
function integerBytes(text: string): Buffer | undefined {
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined
  const value = BigInt(text)
  const bits = [8, 16, 32, 64].find((size) => BigInt.asIntN(size, value) === value)
  if (bits === undefined) return undefined
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes.subarray(8 - bits / 8)
}
