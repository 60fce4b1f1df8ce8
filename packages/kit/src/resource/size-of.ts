/** Approximate memory of plain data in bytes; exact for strings and bytes, which are most of it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (value instanceof Uint8Array) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + sizeOf(one), 8)
  let sum = 8
  for (const [key, inner] of Object.entries(value)) sum += key.length + sizeOf(inner)
  return sum
}
