import { expect, test } from 'vitest'
import { snappy } from './kafka-snappy.ts'

const text = Buffer.from('over and over '.repeat(1000))

test('a block comes out as it went in', async () => {
  const packed = await snappy.compress({ buffer: text })
  expect(packed.length).toBeLessThan(text.length / 10)
  expect(await snappy.decompress(packed)).toEqual(text)
})

test('the stream of snappy-java is read', async () => {
  const blocks = await Promise.all([text, Buffer.from('end')].map((buffer) => snappy.compress({ buffer })))
  const sized = blocks.flatMap((block) => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(block.length)
    return [size, block]
  })
  const head = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1])
  expect(await snappy.decompress(Buffer.concat([head, ...sized]))).toEqual(Buffer.concat([text, Buffer.from('end')]))
})
