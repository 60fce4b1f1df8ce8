import { expect, test } from 'vitest'
import { bytesOf, type Chunk, chunkBytes, emptyChunk, type ReadTrace, readChunk } from './chunk.ts'
import { createTestFile } from './test-file.ts'

test.each(['', 'abc', 'grün', '€', '中文', '😀a'])('knows how many bytes a text has: %s', (text) => {
  expect(bytesOf(text)).toBe(Buffer.byteLength(text))
})

/** All chunks of a text, each read by itself. */
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
])('every line belongs to one chunk, whatever the chunks begin in: %s', async (_, lineAt) => {
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
  for (const { index, starts, lines: own, isWhole } of chunks) {
    expect(isWhole).toBe(index < chunks.length - 1)
    expect(starts.filter((start) => Math.floor(start / chunkBytes) !== index)).toEqual([])
    const read = own.map((line, at) =>
      bytes.subarray(starts[at], (starts[at] ?? 0) + Buffer.byteLength(line)).toString(),
    )
    expect(read).toEqual(own)
  }
})

test('payloads that are no UTF-8 lose no line and give none twice', async () => {
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

test('a line that begins exactly with a chunk is its own', async () => {
  const chunks = await chunksOf(`${'a'.repeat(chunkBytes - 1)}\nb\n`)
  expect(chunks.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('a line longer than a chunk belongs to the one that it begins in', async () => {
  const long = 'y'.repeat(chunkBytes * 2 + 5)
  const chunks = await chunksOf(`first\n${long}\nlast\n`)
  expect(chunks.map(({ lines }) => lines.length)).toEqual([2, 0, 1])
  expect(linesOf(chunks)).toEqual(['first', long, 'last'])
})

test('what is added to the file is read on, a line only when it is whole', async () => {
  const file = createTestFile('one\ntw')
  const begun = await readChunk(emptyChunk(0), file.reader.read, file.length())
  expect(begun.lines).toEqual(['one'])
  file.append('o\nthree\n')
  const asked = file.asked.length
  const grown = await readChunk(begun, file.reader.read, file.length())
  expect(grown.lines).toEqual(['one', 'two', 'three'])
  expect(grown.starts).toEqual([0, 4, 8])
  expect(file.asked.slice(asked)).toEqual([6])
})

test('a file without lines is not read for ever', async () => {
  const chunks = await chunksOf('z'.repeat(6 * 1024 * 1024))
  expect(linesOf(chunks)).toHaveLength(1)
})

test('a file that has become shorter meanwhile ends the reading', async () => {
  const file = createTestFile('one\n')
  expect((await readChunk(emptyChunk(0), file.reader.read, 1000)).lines).toEqual(['one'])
})
