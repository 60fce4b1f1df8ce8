/** Size of a chunk in bytes. Chunks start at multiples of it. */
export const chunkBytes = 262_144
/** Bytes read beyond the end of a chunk, for the rest of its last line. */
const overlapBytes = 16_384
/** Characters. Longer lines are not trace lines and are split. */
const maxLineLength = 4_194_304

export interface TracePart {
  readonly text: string
  /** Position after the part. */
  readonly position: number
}

/** Reads up to `bytes` from `position`. May start and end within a line. @throws (rejects) if the server does not respond */
export type ReadTrace = (position: number, bytes: number) => Promise<TracePart>

/** The lines that start in one part of the file. */
export interface Chunk {
  /** The chunk starts at `index * chunkBytes`. */
  readonly index: number
  readonly lines: readonly string[]
  /** Position of each line in bytes. */
  readonly starts: readonly number[]
  /** Whether all lines of the chunk are read. False if the file ends in it. */
  readonly isComplete: boolean
  readonly readTo: number
  /** Start of the next line and its position. Undefined before the first line start is found. */
  readonly rest: { readonly text: string; readonly start: number } | undefined
}

/** A chunk of which nothing is read yet. */
export const emptyChunk = (index: number): Chunk => ({
  index,
  lines: [],
  starts: [],
  isComplete: false,
  // Includes the byte before: a line feed there means that a line starts at the chunk.
  readTo: Math.max(0, index * chunkBytes - 1),
  rest: index === 0 ? { text: '', start: 0 } : undefined,
})

/** Reads what is missing of a chunk. `size` is the last known size of the file. */
export async function readChunk(chunk: Chunk, read: ReadTrace, size: number): Promise<Chunk> {
  let current = chunk
  const end = (chunk.index + 1) * chunkBytes
  while (!current.isComplete && current.readTo < size) {
    // Double the read size for long lines.
    const part = await read(
      current.readTo,
      Math.max(end + overlapBytes - current.readTo, overlapBytes, current.rest?.text.length ?? 0),
    )
    // An empty response means that the file became shorter.
    if (part.position <= current.readTo) break
    current = appendPart(current, part, end)
  }
  return current
}

function appendPart(chunk: Chunk, { text, position }: TracePart, end: number): Chunk {
  const replacementBytes = replacementSize(text, position - chunk.readTo)
  const pending = chunk.rest
    ? { text: chunk.rest.text + text, start: chunk.rest.start }
    : afterFirstFeed(text, position, replacementBytes)
  if (!pending) return { ...chunk, readTo: position, isComplete: position >= end }
  const lines = [...chunk.lines]
  const starts = [...chunk.starts]
  let { start } = pending
  let at = 0
  while (start < end) {
    const feed = pending.text.indexOf('\n', at)
    if (feed < 0 && pending.text.length - at <= maxLineLength) break
    const line = pending.text.slice(at, feed < 0 ? undefined : feed)
    lines.push(line)
    starts.push(start)
    start = Math.round(start + bytesOf(line, replacementBytes) + 1)
    at += line.length + 1
  }
  const isComplete = start >= end
  return {
    index: chunk.index,
    lines,
    starts,
    isComplete,
    readTo: position,
    rest: { text: isComplete ? '' : pending.text.slice(at), start },
  }
}

/** The text after the first line feed. Its position is counted from the end, since the part may start within a character. */
export function afterFirstFeed(
  text: string,
  position: number,
  replacementBytes = 3,
): { readonly text: string; readonly start: number } | undefined {
  const feed = text.indexOf('\n')
  if (feed < 0) return undefined
  const after = text.slice(feed + 1)
  return { text: after, start: Math.round(position - bytesOf(after, replacementBytes)) }
}

/** Extra bytes that a split character at the start adds as U+FFFD. */
const maxSplitExcess = 6

/** Bytes that U+FFFD stands for in a part: three for the character itself, fewer if it replaces invalid bytes of a payload. */
function replacementSize(text: string, bytes: number): number {
  const excess = bytesOf(text) - bytes
  return excess <= maxSplitExcess ? 3 : Math.max(0, 3 - excess / (text.split('\ufffd').length - 1))
}

/** Size as UTF-8, with `replacementBytes` per U+FFFD. */
export function bytesOf(text: string, replacementBytes = 3): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    if (code === 0xfffd) {
      bytes += replacementBytes - 1
      continue
    }
    // Each half of a surrogate pair counts for two of its four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return bytes
}
