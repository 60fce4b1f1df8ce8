import { expect, test } from 'vitest'
import { bytesOf, type Chunk, chunkBytes, emptyChunk, type ReadTrace, readChunk } from './chunk.ts'
import { createTestFile } from './test-file.ts'

test.each(['', 'abc', 'grün', '€', '中文', '😀a'])('counts the UTF-8 bytes of a text: %s', (text) => {
  expect(bytesOf(text)).toBe(Buffer.byteLength(text))
})

/** All chunks of a text, each read separately. */
async function chunksOf(text: string): Promise<readonly Chunk[]> {
  const file = createTestFile(text)
  const count = Math.ceil(file.length() / chunkBytes)
  return Promise.all(
    Array.from({ length: count }, (_, index) => readChunk(emptyChunk(index), file.reader.read, file.length())),
  )
}

const linesOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ lines }) => lines)

test.each([
  ['short lines', (index: number) => `line ${index}`],
  ['lines of every length', (index: number) => `${index} ${'x'.repeat((index * 7919) % 5000)}`],
  ['characters of several bytes', (index: number) => `${index} ${'中😀ü'.repeat(index % 40)}`],
])('every line belongs to exactly one chunk: %s', async (_, lineAt) => {
  const lines: string[] = []
  for (let size = 0; size < 3 * chunkBytes; ) {
    const line = lineAt(lines.length)
    lines.push(line)
    size += Buffer.byteLength(line) + 1
  }
  const text = `${lines.join('\n')}\n`
  const chunks = await chunksOf(text)
  expect(linesOf(chunks)).toEqual(lines)
  const bytes = Buffer.from(text)
  for (const { index, starts, lines: own, isComplete } of chunks) {
    expect(isComplete).toBe(index < chunks.length - 1)
    expect(starts.filter((start) => Math.floor(start / chunkBytes) !== index)).toEqual([])
    const read = own.map((line, at) =>
      bytes.subarray(starts[at], (starts[at] ?? 0) + Buffer.byteLength(line)).toString(),
    )
    expect(read).toEqual(own)
  }
})

test('payloads with invalid UTF-8 neither lose nor repeat lines', async () => {
  const bytes = Buffer.concat(
    Array.from({ length: 3000 }, (_, index) =>
      Buffer.concat([Buffer.from(`${index} `), Buffer.alloc((index * 37) % 500, 0xff), Buffer.from('\n')]),
    ),
  )
  const read: ReadTrace = async (position, most) => {
    const part = bytes.subarray(position, position + most)
    return { text: part.toString(), position: position + part.length }
  }
  const count = Math.ceil(bytes.length / chunkBytes)
  const chunks = await Promise.all(
    Array.from({ length: count }, (_, index) => readChunk(emptyChunk(index), read, bytes.length)),
  )
  expect(linesOf(chunks).map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 3000 }, (_, n) => n))
})

test('a line that starts exactly at a chunk belongs to it', async () => {
  const chunks = await chunksOf(`${'a'.repeat(chunkBytes - 1)}\nb\n`)
  expect(chunks.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('a line longer than a chunk belongs to the chunk it starts in', async () => {
  const long = 'y'.repeat(chunkBytes * 2 + 5)
  const chunks = await chunksOf(`first\n${long}\nlast\n`)
  expect(chunks.map(({ lines }) => lines.length)).toEqual([2, 0, 1])
  expect(linesOf(chunks)).toEqual(['first', long, 'last'])
})

test('appended lines are read when they are complete', async () => {
  const file = createTestFile('one\ntw')
  const partial = await readChunk(emptyChunk(0), file.reader.read, file.length())
  expect(partial.lines).toEqual(['one'])
  file.append('o\nthree\n')
  const requested = file.requested.length
  const grown = await readChunk(partial, file.reader.read, file.length())
  expect(grown.lines).toEqual(['one', 'two', 'three'])
  expect(grown.starts).toEqual([0, 4, 8])
  expect(file.requested.slice(requested)).toEqual([6])
})

test('a file without line feeds is read in limited parts', async () => {
  const chunks = await chunksOf('z'.repeat(6 * 1024 * 1024))
  expect(linesOf(chunks)).toHaveLength(1)
})

test('reading ends if the file became shorter', async () => {
  const file = createTestFile('one\n')
  expect((await readChunk(emptyChunk(0), file.reader.read, 1000)).lines).toEqual(['one'])
})
