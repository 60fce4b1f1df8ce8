/** Bytes of a trace that are read and kept together; chunks lie at multiples of it. */
export const chunkBytes = 262_144
/** Read beyond the end of a chunk at once, for the rest of its last line. */
const beyond = 16_384
/** Characters; a line that is longer is no line of a trace and is cut. */
const longestLine = 4_194_304

export interface TracePart {
  readonly text: string
  /** Where to go on reading. */
  readonly position: number
}

/** At most so many bytes from a position on; it may begin and end within a line. @throws (rejects) without an answer */
export type ReadTrace = (position: number, bytes: number) => Promise<TracePart>

/** The lines that begin in one part of the file. */
export interface Chunk {
  /** It begins at `index * chunkBytes`. */
  readonly index: number
  readonly lines: readonly string[]
  /** Where each line begins, in bytes. */
  readonly starts: readonly number[]
  /** All lines that begin in it are here; not so where the file ends in it. */
  readonly isWhole: boolean
  readonly readTo: number
  /** What is read of the next line, and where that begins; undefined before the first line has been found. */
  readonly rest: { readonly text: string; readonly start: number } | undefined
}

/** Nothing of it is read yet. */
export const emptyChunk = (index: number): Chunk => ({
  index,
  lines: [],
  starts: [],
  isWhole: false,
  // With the byte before: a line feed there means that a line begins with the chunk.
  readTo: Math.max(0, index * chunkBytes - 1),
  rest: index === 0 ? { text: '', start: 0 } : undefined,
})

/** The same chunk with what there is of it by now; `size` is what is known of the length of the file. */
export async function readChunk(chunk: Chunk, read: ReadTrace, size: number): Promise<Chunk> {
  let current = chunk
  const end = (chunk.index + 1) * chunkBytes
  while (!current.isWhole && current.readTo < size) {
    // The longer a line, the longer the next look for its end.
    const part = await read(
      current.readTo,
      Math.max(end + beyond - current.readTo, beyond, current.rest?.text.length ?? 0),
    )
    // Nothing where there should be something: the file is shorter by now.
    if (part.position <= current.readTo) break
    current = withPart(current, part, end)
  }
  return current
}

function withPart(chunk: Chunk, { text, position }: TracePart, end: number): Chunk {
  const unknown = bytesOfUnknown(text, position - chunk.readTo)
  const begun = chunk.rest
    ? { text: chunk.rest.text + text, start: chunk.rest.start }
    : afterFirstFeed(text, position, unknown)
  if (!begun) return { ...chunk, readTo: position, isWhole: position >= end }
  const lines = [...chunk.lines]
  const starts = [...chunk.starts]
  let { start } = begun
  let at = 0
  while (start < end) {
    const feed = begun.text.indexOf('\n', at)
    if (feed < 0 && begun.text.length - at <= longestLine) break
    const line = begun.text.slice(at, feed < 0 ? undefined : feed)
    lines.push(line)
    starts.push(start)
    start = Math.round(start + bytesOf(line, unknown) + 1)
    at += line.length + 1
  }
  const isWhole = start >= end
  return {
    index: chunk.index,
    lines,
    starts,
    isWhole,
    readTo: position,
    rest: { text: isWhole ? '' : begun.text.slice(at), start },
  }
}

/** Counted from the end, because the beginning may be within a character. */
export function afterFirstFeed(
  text: string,
  position: number,
  unknown = 3,
): { readonly text: string; readonly start: number } | undefined {
  const feed = text.indexOf('\n')
  if (feed < 0) return undefined
  const after = text.slice(feed + 1)
  return { text: after, start: Math.round(position - bytesOf(after, unknown)) }
}

/** What the halves of one character at the beginning are too many, as U+FFFD. */
const mostHalves = 6

/** How many bytes U+FFFD stands for in a part: three of its own; one where the broker wrote payloads that are no UTF-8 as they came. */
function bytesOfUnknown(text: string, bytes: number): number {
  const excess = bytesOf(text) - bytes
  return excess <= mostHalves ? 3 : Math.max(0, 3 - excess / (text.split('\ufffd').length - 1))
}

/** As UTF-8; `unknown`: of U+FFFD. */
export function bytesOf(text: string, unknown = 3): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x80) continue
    if (code === 0xfffd) {
      bytes += unknown - 1
      continue
    }
    // Both halves of a pair come by, and the four bytes are shared between them.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2
  }
  return bytes
}
