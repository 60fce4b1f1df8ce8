import { openRegularFile } from '@mqdeck/kit'

export interface TextPart {
  readonly text: string
  /** Position after this part. */
  readonly position: number
}

/** Maximum bytes of a UTF-8 character. */
const maxCharacterBytes = 4

/**
 * Reads up to `bytes` of a file from `position` as text. An incomplete character at the end is left for the next part, unless
 * it is the only one. Beyond the end, the position is the end. Returns undefined if there is no such file.
 */
export async function readText(path: string, position: number, bytes: number): Promise<TextPart | undefined> {
  const file = await openRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (position >= size || bytes === 0) return { text: '', position: Math.min(position, size) }
    const buffer = Buffer.alloc(Math.min(Math.max(bytes, maxCharacterBytes), size - position))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    const read = buffer.subarray(0, bytesRead)
    const part = read.subarray(0, wholeCharacters(read, Math.min(bytes, bytesRead)))
    return { text: part.toString('utf8'), position: position + part.length }
  } finally {
    await file.close()
  }
}

/** Number of the first `limit` bytes that are complete characters, or the length of the first character if it is longer. */
function wholeCharacters(bytes: Buffer, limit: number): number {
  let end = limit
  while (end > 0 && end < bytes.length && isContinuation(bytes[end])) end -= 1
  // At the end of the read bytes, the first byte of the last character has its length.
  if (end === bytes.length) end = beforeOpenCharacter(bytes)
  if (end > 0) return end
  end = limit
  while (end < bytes.length && isContinuation(bytes[end])) end += 1
  return end
}

function beforeOpenCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(maxCharacterBytes, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0
