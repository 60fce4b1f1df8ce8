/** CRC-32 of the gzip format (RFC 1952, 8). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let entry = index
  for (let bit = 0; bit < 8; bit += 1) entry = entry & 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1
  return entry >>> 0
})

/** Adler-32 of the zlib format (RFC 1950, 8.2). */
export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; at += safeRun) {
    for (const byte of bytes.subarray(at, at + safeRun)) {
      low += byte
      high += low
    }
    low %= 65_521
    high %= 65_521
  }
  return high * 65_536 + low
}

/** Maximum number of bytes to add before the sums must be reduced */
const safeRun = 5552
