const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** In lower case. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += digits[byte]
  return hex
}

/** With an odd number of digits, the first digit is half a byte. Undefined if the text has other characters. */
export function fromHex(hex: string): Uint8Array | undefined {
  if (!/^[0-9a-fA-F]*$/.test(hex)) return undefined
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from({ length: even.length / 2 }, (_, index) =>
    Number.parseInt(even.slice(index * 2, index * 2 + 2), 16),
  )
}
