import { expect, test } from 'vitest'
import { chunkBytes } from './chunk.ts'
import { createFinder, findNextMatch } from './finder.ts'
import { toPredicate } from './line-filter.ts'
import { seekTime } from './seek-time.ts'
import { createTestFile } from './test-file.ts'
import { createTraceSource } from './trace-source.ts'

const second = (index: number) => Date.parse('2026-11-21T00:00:00Z') + index * 1000
const stamp = (index: number) => new Date(second(index)).toISOString().replace('Z', '000+00:00')
const lineAt = (index: number) =>
  `${stamp(index)} [MQTT] c@1.1.1.1:1 msg: mqtt_packet_received, packet: ${index % 1000 === 0 ? 'CONNECT' : 'PUBLISH'}(Q0, R0, D0, n=${index})\n`
const textOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => lineAt(from + index)).join('')

function stage(count: number) {
  const file = createTestFile(textOf(count))
  return { file, source: createTraceSource(file.reader, file.length()) }
}

const connects = toPredicate({ level: undefined, packets: ['CONNECT'], search: undefined }) ?? (() => true)
const numbers = (found: readonly { text: string }[]) => found.map(({ text }) => Number(/n=(\d+)/.exec(text)?.[1]))

test('finds all matching lines of the file once, in order', async () => {
  const { file, source } = stage(8000)
  expect(file.length()).toBeGreaterThan(3 * chunkBytes)
  const finder = createFinder(source, connects)
  finder.searchOlder()
  await expect.poll(() => finder.state.get()).toMatchObject({ isSearching: false, from: 0 })
  expect(numbers(finder.state.get().found)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000])
  expect(finder.state.get().bytes).toBe(file.length())
})

test('appended lines are searched', async () => {
  const { file, source } = stage(2500)
  const finder = createFinder(source, connects)
  finder.searchOlder()
  await expect.poll(() => finder.state.get().isSearching).toBe(false)
  file.append(textOf(4000, 2500))
  await source.refresh()
  await finder.searchNewer()
  file.append(textOf(1000, 6500))
  await source.refresh()
  await finder.searchNewer()
  expect(numbers(finder.state.get().found)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000])
})

test('lines appended during a search are searched', async () => {
  const { file, source } = stage(1)
  const finder = createFinder(source, () => true)
  finder.searchOlder()
  await expect.poll(() => finder.state.get()).toMatchObject({ isSearching: false, from: 0 })
  file.append(textOf(1, 1))
  await source.refresh()
  const looking = finder.searchNewer()
  file.append(textOf(1, 2))
  await source.refresh()
  // The page calls this when the file has grown; no other call follows.
  await finder.searchNewer()
  await looking
  await expect.poll(() => numbers(finder.state.get().found)).toEqual([0, 1, 2])
})

test('can be stopped and resumed', async () => {
  const { source } = stage(8000)
  const finder = createFinder(source, connects)
  const unsubscribe = finder.state.subscribe(() => {
    if (finder.state.get().bytes > 0) finder.stop()
  })
  finder.searchOlder()
  await expect.poll(() => finder.state.get()).toMatchObject({ isSearching: false, paused: 'stopped' })
  unsubscribe()
  expect(finder.state.get().from).toBeGreaterThan(0)
  finder.searchOlder()
  await expect.poll(() => finder.state.get().from).toBe(0)
  expect(numbers(finder.state.get().found)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000])
})

test('pauses after many matches', async () => {
  const { source } = stage(30_000)
  const finder = createFinder(source, () => true)
  finder.searchOlder()
  await expect.poll(() => finder.state.get()).toMatchObject({ isSearching: false, paused: 'many' })
  const { length } = finder.state.get().found
  expect(length).toBeGreaterThanOrEqual(20_000)
  expect(length).toBeLessThan(30_000)
  finder.searchOlder()
  await expect.poll(() => finder.state.get().found).toHaveLength(30_000)
})

test('reports a read error', async () => {
  const { file, source } = stage(100)
  file.fail(new Error('away'))
  const finder = createFinder(source, connects)
  finder.searchOlder()
  await expect.poll(() => finder.state.get().error?.message).toBe('away')
})

test('finds the next and the previous match from a position', async () => {
  const { source } = stage(8000)
  const signal = new AbortController().signal
  const size = Buffer.byteLength(textOf(3500))
  const go = async (position: number, direction: 'forward' | 'backward') => {
    const { found } = await findNextMatch(source, connects, { position, direction }, { signal, onProgress: () => {} })
    return found && numbers([found])[0]
  }
  expect(await go(size, 'forward')).toBe(4000)
  expect(await go(size, 'backward')).toBe(3000)
  const at = Buffer.byteLength(textOf(3000))
  expect(await go(at, 'forward')).toBe(3000)
  expect(await go(at, 'backward')).toBe(2000)
  expect(await go(at + 1, 'forward')).toBe(4000)
  expect(await go(0, 'backward')).toBeUndefined()
  expect(await go(Buffer.byteLength(textOf(7500)), 'forward')).toBeUndefined()
})

test('finds a time with few reads', async () => {
  const { file, source } = stage(40_000)
  for (const index of [0, 1, 17_321, 39_999]) {
    const requested = file.requested.length
    expect(await seekTime(source, second(index))).toBe(Buffer.byteLength(textOf(index)))
    expect(file.requested.length - requested).toBeLessThan(10)
  }
  expect(await seekTime(source, second(-5))).toBe(0)
  expect(await seekTime(source, second(99_999))).toBe(Buffer.byteLength(textOf(39_999)))
  expect(await seekTime(createTraceSource(createTestFile('').reader, 0), second(1))).toBeUndefined()
})
