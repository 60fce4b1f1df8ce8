import { open } from 'node:fs/promises'

export interface TextPart {
  readonly text: string
  /** Where to go on reading. */
  readonly position: number
}

/** The longest character of UTF-8. */
const longestCharacter = 4

/**
 * At most `bytes` of a file from `position` on, as text: a character that they end in the middle of is left for the next part, and
 * given whole when it is all there is. Behind the end the position is that of the end. Undefined: there is no such file.
 */
export async function readText(path: string, position: number, bytes: number): Promise<TextPart | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (position >= size || bytes === 0) return { text: '', position: Math.min(position, size) }
    const buffer = Buffer.alloc(Math.min(Math.max(bytes, longestCharacter), size - position))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    const read = buffer.subarray(0, bytesRead)
    const part = read.subarray(0, wholeCharacters(read, Math.min(bytes, bytesRead)))
    return { text: part.toString('utf8'), position: position + part.length }
  } finally {
    await file.close()
  }
}

/** How many of the first `wanted` bytes are whole characters; those of the first one when that is longer. */
function wholeCharacters(bytes: Buffer, wanted: number): number {
  let end = wanted
  while (end > 0 && end < bytes.length && isContinuation(bytes[end])) end -= 1
  // At the end of what was read nobody knows what follows: its last character says how long it is.
  if (end === bytes.length) end = beforeOpenCharacter(bytes)
  if (end > 0) return end
  end = wanted
  while (end < bytes.length && isContinuation(bytes[end])) end += 1
  return end
}

function beforeOpenCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(longestCharacter, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0
