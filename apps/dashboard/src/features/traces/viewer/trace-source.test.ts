import { expect, test } from 'vitest'
import { chunkBytes } from './chunk.ts'
import { fileLines, foundLines, type Line } from './lines.ts'
import { createTestFile } from './test-file.ts'
import { createTraceSource } from './trace-source.ts'
import { moved, revealing, rowHeight, share, sightOf, type View } from './view-port.ts'

const height = 10 * rowHeight

/** Lines of about 100 bytes, `count` of them. */
const textOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index} ${'.'.repeat(90)}\n`).join('')

function stage(text: string) {
  const file = createTestFile(text)
  const source = createTraceSource(file.reader, file.length())
  const shown = (view: View) =>
    sightOf(fileLines(source), view, height).lines.map(({ text: line }) => Number(line.split(' ')[1]))
  /** Reads whatever the view wants, as the page does. */
  async function settle(indexes: readonly number[]): Promise<void> {
    source.want(indexes)
    await expect.poll(() => indexes.every((index) => source.chunk(index) !== undefined)).toBe(true)
  }
  return { file, source, shown, settle }
}

test('while what has just been written is being read, the end stays where it was', async () => {
  const { file, source, shown, settle } = stage(textOf(2000))
  await settle([0])
  file.append(textOf(8000, 2000))
  await source.refresh()
  expect(shown('end')).toEqual(Array.from({ length: 10 }, (_, index) => 1990 + index))
  await settle([Math.floor((file.length() - 1) / chunkBytes)])
  expect(shown('end').at(-1)).toBe(9999)
})

test('the end of a long file is shown after reading the end alone', async () => {
  const { file, source, shown, settle } = stage(textOf(20_000))
  const last = Math.floor((file.length() - 1) / chunkBytes)
  expect(sightOf(fileLines(source), 'end', height)).toMatchObject({ lines: [], isWaiting: true })
  await settle([last])
  expect(shown('end')).toEqual(Array.from({ length: 10 }, (_, index) => 19_990 + index))
  expect(file.asked).toHaveLength(1)
  const { lines, isCounted } = source.state.get()
  expect(isCounted).toBe(false)
  expect(lines).toBeGreaterThan(19_000)
  expect(lines).toBeLessThan(21_000)
})

test('moving goes line by line over the borders of chunks, and comes back to the same place', async () => {
  const { source, settle } = stage(textOf(9_000))
  await settle([0, 1, 2, 3])
  const lines = fileLines(source)
  let view: View = { position: 0, above: 0 }
  const seen: number[] = []
  for (let step = 0; view !== 'end' && step < 2000; step += 1) {
    const [first] = sightOf(lines, view, height).lines
    seen.push(Number(first?.text.split(' ')[1]))
    view = moved(lines, view, height, 10 * rowHeight)
  }
  expect(seen).toEqual(Array.from({ length: 899 }, (_, index) => index * 10))
  for (let step = 0; step < 899; step += 1) view = moved(lines, view, height, -10 * rowHeight)
  expect(view).toEqual({ position: 0, above: 0 })
  expect(moved(lines, view, height, 30)).toMatchObject({ above: 4 })
})

test('what has been in sight stays there while the file grows; who looks at the end goes on with it', async () => {
  const { file, source, shown, settle } = stage(textOf(50))
  await settle([0])
  const view = moved(fileLines(source), 'end', height, -5 * rowHeight)
  const before = shown(view)
  file.append(textOf(30, 50))
  await source.refresh()
  await expect.poll(() => shown('end').at(-1)).toBe(79)
  expect(shown(view).slice(0, 10)).toEqual(before.slice(0, 10))
  expect(source.state.get()).toMatchObject({ lines: 80, isCounted: true })
})

test('a line is brought into sight by the least move', async () => {
  const { source, settle } = stage(textOf(100))
  await settle([0])
  const lines = fileLines(source)
  const at = (number: number) => (lines.find(number * 98) as Line).position // All are here.
  const first = (view: View) => Number(sightOf(lines, view, height).lines[0]?.text.split(' ')[1])
  const view = { position: at(20), above: 0 }
  expect(revealing(lines, view, height, at(25))).toEqual(view)
  const below = sightOf(lines, view, height).lines.at(-1)
  expect(first(revealing(lines, view, height, below?.position ?? 0))).toBe(first(view) + 1)
  expect(first(revealing(lines, view, height, at(80)))).toBeGreaterThan(70)
  expect(
    revealing(lines, { position: at(20), above: 9 }, height, sightOf(lines, view, height).lines[0]?.position ?? 0),
  ).toEqual(view)
})

test('few lines stand at the top, and fill the scroll bar', async () => {
  const { source, settle } = stage(textOf(3))
  await settle([0])
  const sight = sightOf(fileLines(source), 'end', height)
  expect(sight).toMatchObject({ above: 0, isAtEnd: true, isAtStart: true })
  expect(share(fileLines(source), sight)).toEqual({ above: 0, inSight: 1 })
})

test('a file that has become shorter is read anew, one that is gone stays as it was', async () => {
  const { file, source, shown, settle } = stage(textOf(50))
  await settle([0])
  file.replace(textOf(2, 700))
  await source.refresh()
  expect(source.state.get().trouble).toBe('restarted')
  await settle([0])
  expect(shown('end')).toEqual([700, 701])
})

test('a slow answer about the length is not taken for a file that has become shorter', async () => {
  const file = createTestFile(textOf(5))
  const early = file.length()
  let answer = (_: number) => {}
  const slow = new Promise<number>((resolve) => {
    answer = resolve
  })
  const source = createTraceSource({ ...file.reader, size: () => slow }, early)
  const looking = source.refresh()
  file.append(textOf(5, 5))
  source.want([0])
  await expect.poll(() => source.chunk(0)?.lines).toHaveLength(10)
  answer(early)
  await looking
  expect(source.state.get()).toMatchObject({ size: file.length(), trouble: undefined, restarts: 0 })
})

test('a file that is shorter than it was said to be is asked for once, until its length is known', async () => {
  const file = createTestFile('')
  const source = createTraceSource(file.reader, 400)
  source.want([0])
  await expect.poll(() => source.chunk(0)).toBeDefined()
  source.want([0])
  await source.refresh()
  expect(source.state.get()).toMatchObject({ size: 0, lines: 0 })
  expect(file.asked).toHaveLength(1)
})

test('what could not be read is read when the broker answers again', async () => {
  const { file, source, shown } = stage(textOf(5))
  file.fail(new Error('away'))
  source.want([0])
  await expect.poll(() => source.state.get().error?.message).toBe('away')
  file.fail(undefined)
  await source.refresh()
  await expect.poll(() => shown('end')).toEqual([0, 1, 2, 3, 4])
  expect(source.state.get().error).toBeUndefined()
})

test('only so much is kept', async () => {
  const { source, settle } = stage(`${'x'.repeat(1023)}\n`.repeat((chunkBytes * 70) / 1024))
  for (let index = 0; index < 70; index += 1) await settle([index])
  const kept = Array.from({ length: 70 }, (_, index) => source.chunk(index)).filter((chunk) => chunk !== undefined)
  expect(kept).toHaveLength(64)
})

test('lines that were found are lines like others', () => {
  const lines = foundLines([100, 250, 900].map((position) => ({ position, text: `line ${position}` })))
  const find = (position: number) => (lines.find(position) as Line).position // There are some.
  expect([0, 100, 249, 250, 5000].map(find)).toEqual([100, 100, 100, 250, 900])
  expect(foundLines([]).find(5)).toBeUndefined()
  expect(foundLines([]).last()).toBeUndefined()
})
