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

/** A file that can grow. */
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

test('a file is read to its end, appended lines with the next call, and incomplete lines when they are complete', async () => {
  const { grow, ...source } = file(50)
  const reader = createSequenceReader({ ...source, start: 'newest' })
  await reader.readNew()
  // One more event for the connection.
  expect(reader.sequence.events()).toHaveLength(51)
  expect(reader.state.get()).toMatchObject({ isAtEnd: true, from: 0, isFull: false, error: undefined })
  grow(line(50).slice(0, 40))
  await reader.readNew()
  expect(reader.sequence.events()).toHaveLength(51)
  grow(line(50).slice(40))
  await reader.readNew()
  expect(reader.sequence.events()).toHaveLength(52)
})

test('only the end of a long file is read, starting at a whole line', async () => {
  const source = file(100)
  const reader = createSequenceReader({ ...source, start: 'newest', newestBytes: 1500 })
  await reader.readNew()
  const count = reader.sequence.events().length
  expect(count).toBeGreaterThan(5)
  expect(count).toBeLessThan(20)
  expect(reader.sequence.events().every((event) => event.kind !== 'note')).toBe(true)
  expect(reader.state.get().from).toBe((await source.sizeOf()) - 1500)
  // The position of the last event is the start of its line.
  const length = line(99).length
  expect(reader.sequence.events().at(-1)?.position).toBe((await source.sizeOf()) - length)
})

test('reading from the start stops at the limit and continues on request', async () => {
  const source = file(100)
  const reader = createSequenceReader({ ...source, start: 'oldest', maxEvents: 40 })
  await reader.readNew()
  expect(reader.state.get()).toMatchObject({ isFull: true, isAtEnd: false })
  const { length } = source.read.mock.calls
  await reader.readNew()
  expect(source.read.mock.calls).toHaveLength(length)
  reader.readMore()
  await expect.poll(() => reader.state.get().isFull).toBe(true)
  reader.readMore()
  await expect.poll(() => reader.state.get().isAtEnd).toBe(true)
  expect(reader.sequence.events().length + reader.sequence.omittedCount()).toBe(101)
})

test('a failed request is reported and retried by the next call', async () => {
  const source = file(3)
  source.read.mockRejectedValueOnce(new Error('gone'))
  const reader = createSequenceReader({ ...source, start: 'newest' })
  await reader.readNew()
  expect(reader.state.get().error?.message).toBe('gone')
  await reader.readNew()
  expect(reader.state.get()).toMatchObject({ error: undefined, isAtEnd: true })
  expect(reader.sequence.events()).toHaveLength(4)
})

test('a paused reader does not read', async () => {
  const source = file(30)
  const reader = createSequenceReader({ ...source, start: 'newest' })
  const reading = reader.readNew()
  reader.pause()
  await reading
  const { length } = source.read.mock.calls
  await reader.readNew()
  expect(source.read.mock.calls).toHaveLength(length)
  reader.resume()
  await reader.readNew()
  expect(reader.state.get().isAtEnd).toBe(true)
})
