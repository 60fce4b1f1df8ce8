import type { TraceReader } from './trace-source.ts'

export interface TestFile {
  readonly reader: TraceReader
  readonly append: (text: string) => void
  readonly replace: (text: string) => void
  /** Bytes. */
  readonly length: () => number
  /** Positions of the read requests. */
  readonly requested: number[]
  /** Makes the next requests fail with this error. */
  readonly fail: (error: Error | undefined) => void
}

/** A trace file for tests, read at character boundaries as the server does. */
export function createTestFile(text: string): TestFile {
  let bytes = Buffer.from(text)
  let failure: Error | undefined
  const requested: number[] = []
  return {
    requested,
    length: () => bytes.length,
    append(more) {
      bytes = Buffer.concat([bytes, Buffer.from(more)])
    },
    replace(next) {
      bytes = Buffer.from(next)
    },
    fail(error) {
      failure = error
    },
    reader: {
      async size() {
        if (failure) throw failure
        return bytes.length
      },
      async read(position, most) {
        if (failure) throw failure
        requested.push(position)
        let end = Math.min(bytes.length, position + most)
        while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
        return {
          text: bytes.subarray(position, end).toString(),
          position: Math.max(end, Math.min(position, bytes.length)),
        }
      },
    },
  }
}
