import { expect, test } from 'vitest'
import { createFrameSplitter } from './frames.ts'

const packets = ['d000', `30${'8101'}${'61'.repeat(129)}`, '20020000', 'c000']

test.each([1, 2, 3, 7, 1_000])('splits a stream in chunks of %i bytes into packets', (size) => {
  const stream = Buffer.from(packets.join(''), 'hex')
  const found: string[] = []
  const split = createFrameSplitter((frame) => found.push(frame.toString('hex')))
  for (let start = 0; start < stream.length; start += size) split(stream.subarray(start, start + size))
  expect(found).toEqual(packets)
})
