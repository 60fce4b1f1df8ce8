import { gzipSync, zstdCompressSync } from 'node:zlib'
import { messageOf } from '@mqdeck/contract'
import { measureLongestTurn, processorTime } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createCodecs } from './kafka-compression.ts'
import { maxBytes } from './kafka-expand.ts'

const text = Buffer.from('over and over '.repeat(1000))
/** From the sources, a thread starts slowly on a busy machine. */
const startLimit = 100_000
const { GZIP, Snappy, LZ4, ZSTD } = createCodecs({ taskLimit: 60_000, startLimit })

test.each([
  ['gzip', GZIP],
  ['snappy', Snappy],
])('a batch compressed with %s is expanded to the same bytes', async (_, codec) => {
  const packed = (await codec.compress?.({ buffer: text })) ?? text
  expect(packed.length).toBeLessThan(text.length / 10)
  expect(await codec.decompress(packed)).toEqual(text)
})

test('the stream of snappy-java is read', async () => {
  const blocks = await Promise.all([text, Buffer.from('end')].map((buffer) => Snappy.compress?.({ buffer }) ?? buffer))
  const sized = blocks.flatMap((block) => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(block.length)
    return [size, block]
  })
  const head = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  expect(await Snappy.decompress(Buffer.concat([head, ...sized]))).toEqual(Buffer.concat([text, Buffer.from('end')]))
})

const lz4Frame = (flags: number, ...blocks: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, flags, 0x40, 0]), ...blocks, Buffer.alloc(4)])
const lz4Block = (bytes: readonly number[], isCompressed = true) => {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(isCompressed ? bytes.length : (bytes.length | 0x80000000) >>> 0)
  return Buffer.concat([head, Buffer.from(bytes)])
}

test('blocks of an LZ4 frame can be compressed or not, and refer to the previous block', async () => {
  const plain = lz4Block([...Buffer.from('abcdefgh')], false)
  // A literal "x", a match of 8 bytes that are 9 bytes back, then the literal "12345".
  const linked = lz4Block([0x14, 0x78, 9, 0, 0x50, ...Buffer.from('12345')])
  expect(String(await LZ4.decompress(lz4Frame(0x40, plain, linked)))).toBe('abcdefghxabcdefgh12345')
})

test.each([
  ['gzip', GZIP, gzipSync(Buffer.alloc(maxBytes + 1))],
  ['LZ4', LZ4, lz4Frame(0x60, ...Array.from({ length: maxBytes / 65_536 + 1 }, () => lz4Block([0], false)))],
  // A frame without a content size, whose blocks repeat one byte 128 KiB times. The last one says so.
  [
    'zstd',
    ZSTD,
    Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]),
      ...Array(600).fill(Buffer.from([2, 0, 0x10, 0])),
      Buffer.from([3, 0, 0x10, 0]),
    ]),
  ],
])('a batch of %s that would expand to too many bytes is rejected', async (_, codec, packed) => {
  await expect(codec.decompress(packed)).rejects.toThrow(`more than ${maxBytes} bytes`)
})

test.each([
  ['gzip', GZIP],
  ['snappy', Snappy],
  ['LZ4', LZ4],
  ['zstd', ZSTD],
])('damaged bytes of %s are rejected', async (_, codec) => {
  await expect(codec.decompress(Buffer.from([1, 2, 3]))).rejects.toThrow()
  await expect(codec.decompress(Buffer.from('no compressed batch at all'))).rejects.toThrow()
})

/** A frame with a window of this exponent that repeats one byte. */
const zstdFrame = (exponent: number) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (exponent - 10) << 3, 3, 0, 0x10, 0])

test('zstd frames may use the window of level 22, and not a larger one', async () => {
  expect(await ZSTD.decompress(zstdFrame(27))).toHaveLength(131_072)
  const windows = [28, 31, 41].map(zstdFrame)
  // One segment, whose size is the window.
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(2n ** 40n)
  const one = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0]), size, Buffer.from([1, 0, 0])])
  for (const packed of [...windows, one]) await expect(ZSTD.decompress(packed)).rejects.toThrow('too much memory')
})

test('zstd frames after the first are expanded or refused, not ignored', async () => {
  const two = Buffer.concat(['one,', 'two'].map((part) => zstdCompressSync(part)))
  const outcome = await ZSTD.decompress(two).then(String, messageOf)
  expect(['one,two', 'a compressed batch cannot be read: it has several zstd frames']).toContain(outcome)
})

test('many zstd frames that claim large windows are refused without holding the event loop', async () => {
  const many = Buffer.concat(Array(10_000).fill(zstdFrame(27)))
  const refused = () => expect(ZSTD.decompress(many)).rejects.toThrow(`more than ${maxBytes} bytes`)
  // A library in JavaScript took two seconds for each frame.
  expect(await measureLongestTurn(refused)).toBeLessThan(500)
})

test('an LZ4 block that is larger than its frame allows is rejected', async () => {
  const match = [0x1f, 65, 1, 0, ...Array(1000).fill(255), 0]
  await expect(LZ4.decompress(lz4Frame(0x60, lz4Block(match)))).rejects.toThrow('larger than its frame allows')
})

test('a batch that takes too long is refused without holding the event loop, and the next one is expanded', async () => {
  const quick = createCodecs({ taskLimit: 2000, startLimit }).LZ4
  // A block of 24 MB that claims to expand to 6 GB.
  const body = Buffer.concat([Buffer.from([0x1f, 65, 1, 0]), Buffer.alloc(24 * 1024 * 1024, 255), Buffer.from([0])])
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  const packed = Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0]), head, body, Buffer.alloc(4)])
  const maxTurns: number[] = []
  // Garbage of other tests can be collected in one of them.
  for (let round = 0; round < 3; round++)
    maxTurns.push(
      await measureLongestTurn(async () => {
        const slow = quick.decompress(packed)
        const next = quick.decompress(lz4Frame(0x60, lz4Block([...Buffer.from('next')], false)))
        await expect(slow).rejects.toThrow('takes longer than 2000 ms')
        expect(String(await next)).toBe('next')
      }),
    )
  // The work itself would hold it for seconds. Most of a turn is for copies of 24 MB.
  const copy = processorTime(() => Buffer.from(packed))
  expect(Math.min(...maxTurns)).toBeLessThan(50 + 20 * copy)
})
