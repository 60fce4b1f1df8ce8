import { toLineTime } from '../../log/index.ts'
import { chunkBytes } from './chunk.ts'
import type { TraceSource } from './trace-source.ts'

/** Bytes to read in order to find the first complete line of a chunk. */
const probeBytes = 8192

/**
 * Position of the first line at or after a time (milliseconds since the epoch), or of the last line if all are older.
 * Undefined if no line has a time. Uses a binary search with few small reads.
 */
export async function seekTime(source: TraceSource, time: number): Promise<number | undefined> {
  const { size } = source.state.get()
  let low = 0
  let high = Math.max(0, Math.ceil(size / chunkBytes) - 1)
  // Find the last chunk whose first line is older. The line is in this chunk or the next ones.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const first = await firstTime(source, middle)
    if (first !== undefined && first >= time) high = middle - 1
    else low = middle
  }
  let latest: number | undefined
  for (let index = low; index * chunkBytes < size && index < low + 3; index += 1) {
    const { lines, starts } = await source.load(index)
    for (const [line, text] of lines.entries()) {
      const at = toLineTime(text)
      if (at === undefined) continue
      latest = starts[line]
      if (at >= time) return latest
    }
  }
  return latest
}

async function firstTime(source: TraceSource, index: number): Promise<number | undefined> {
  const { text } = await source.read(index * chunkBytes - 1, probeBytes)
  const near = firstIn(text)
  if (near !== undefined) return near
  const { lines } = await source.load(index)
  return firstIn(`\n${lines.join('\n')}`)
}

function firstIn(text: string): number | undefined {
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
    const end = text.indexOf('\n', feed + 1)
    const time = toLineTime(text.slice(feed + 1, end < 0 ? undefined : end))
    if (time !== undefined) return time
  }
  return undefined
}
