import { expect, test, vi } from 'vitest'
import { createTraceFormat } from '../../../../../../packages/observe/src/traces/format.ts'
import { createSequenceReader } from './sequence-reader.ts'

const format = createTraceFormat('text', 'text')
const line = (index: number) =>
  format(
    {
      tag: 'MQTT',
      msg: 'mqtt_packet_received',
      meta: { clientid: 'c', peername: 'p:1' },
      packet: () => `PINGREQ(Q0, R0, D0, ${index})`,
    },
    0,
  )

/** A file that may grow. */
function file(count: number) {
  let text = Array.from({ length: count }, (_, index) => line(index)).join('')
  return {
    grow: (more: string) => {
      text += more
    },
    sizeOf: async () => text.length,
    read: vi.fn(async (position: number, bytes: number) => {
      const part = text.slice(position, position + Math.min(bytes, 1000))
      return { text: part, position: position + part.length }
    }),
  }
}

test('a file is read to its end, and what comes later with the next call; half a line waits for its other half', async () => {
  const { grow, ...source } = file(50)
  const reader = createSequenceReader({ ...source, start: 'newest' })
  await reader.readOn()
  // And the connection that they belong to.
  expect(reader.sequence.events()).toHaveLength(51)
  expect(reader.state.get()).toMatchObject({ isAtEnd: true, from: 0, isFull: false, error: undefined })
  grow(line(50).slice(0, 40))
  await reader.readOn()
  expect(reader.sequence.events()).toHaveLength(51)
  grow(line(50).slice(40))
  await reader.readOn()
  expect(reader.sequence.events()).toHaveLength(52)
})

test('of a long file only the end is read, from the first line that begins there', async () => {
  const source = file(100)
  const reader = createSequenceReader({ ...source, start: 'newest', newestBytes: 1500 })
  await reader.readOn()
  const count = reader.sequence.events().length
  expect(count).toBeGreaterThan(5)
  expect(count).toBeLessThan(20)
  expect(reader.sequence.events().every((event) => event.kind !== 'note')).toBe(true)
  expect(reader.state.get().from).toBe((await source.sizeOf()) - 1500)
  // So long is a line here: where events say that their lines begin, they do.
  const length = line(99).length
  expect(reader.sequence.events().at(-1)?.position).toBe((await source.sizeOf()) - length)
})

test('from the beginning it stops when as much is there as is kept, and goes on when it is told to', async () => {
  const source = file(100)
  const reader = createSequenceReader({ ...source, start: 'oldest', most: 40 })
  await reader.readOn()
  expect(reader.state.get()).toMatchObject({ isFull: true, isAtEnd: false })
  const { length } = source.read.mock.calls
  await reader.readOn()
  expect(source.read.mock.calls).toHaveLength(length)
  reader.goOn()
  await expect.poll(() => reader.state.get().isFull).toBe(true)
  reader.goOn()
  await expect.poll(() => reader.state.get().isAtEnd).toBe(true)
  expect(reader.sequence.events().length + reader.sequence.leftOut()).toBe(101)
})

test('a request that fails is told, and made up for by the next one', async () => {
  const source = file(3)
  source.read.mockRejectedValueOnce(new Error('gone'))
  const reader = createSequenceReader({ ...source, start: 'newest' })
  await reader.readOn()
  expect(reader.state.get().error?.message).toBe('gone')
  await reader.readOn()
  expect(reader.state.get()).toMatchObject({ error: undefined, isAtEnd: true })
  expect(reader.sequence.events()).toHaveLength(4)
})

test('while nobody looks it reads no further', async () => {
  const source = file(30)
  const reader = createSequenceReader({ ...source, start: 'newest' })
  const reading = reader.readOn()
  reader.pause()
  await reading
  const { length } = source.read.mock.calls
  await reader.readOn()
  expect(source.read.mock.calls).toHaveLength(length)
  reader.resume()
  await reader.readOn()
  expect(reader.state.get().isAtEnd).toBe(true)
})
