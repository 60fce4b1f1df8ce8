import { expect, test } from 'vitest'
import { chunkBytes } from './chunk.ts'
import { fileLines, type Line, matchingLines } from './lines.ts'
import { createTestFile } from './test-file.ts'
import { createTraceSource } from './trace-source.ts'
import { moveView, revealLine, rowHeight, scrollPosition, type View, visibleLines } from './viewport.ts'

const height = 10 * rowHeight

/** `count` lines of about 100 bytes. */
const textOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index} ${'.'.repeat(90)}\n`).join('')

function stage(text: string) {
  const file = createTestFile(text)
  const source = createTraceSource(file.reader, file.length())
  const shown = (view: View) =>
    visibleLines(fileLines(source), view, height).lines.map(({ text: line }) => Number(line.split(' ')[1]))
  /** Loads these chunks, as the page does. */
  async function settle(indexes: readonly number[]): Promise<void> {
    source.request(indexes)
    await expect.poll(() => indexes.every((index) => source.chunk(index) !== undefined)).toBe(true)
  }
  return { file, source, shown, settle }
}

test('the end stays in place while new lines are loading', async () => {
  const { file, source, shown, settle } = stage(textOf(2000))
  await settle([0])
  file.append(textOf(8000, 2000))
  await source.refresh()
  expect(shown('end')).toEqual(Array.from({ length: 10 }, (_, index) => 1990 + index))
  await settle([Math.floor((file.length() - 1) / chunkBytes)])
  expect(shown('end').at(-1)).toBe(9999)
})

test('the end of a long file is shown after reading only the end', async () => {
  const { file, source, shown, settle } = stage(textOf(20_000))
  const last = Math.floor((file.length() - 1) / chunkBytes)
  expect(visibleLines(fileLines(source), 'end', height)).toMatchObject({ lines: [], isWaiting: true })
  await settle([last])
  expect(shown('end')).toEqual(Array.from({ length: 10 }, (_, index) => 19_990 + index))
  expect(file.requested).toHaveLength(1)
  const { lines, isCounted } = source.state.get()
  expect(isCounted).toBe(false)
  expect(lines).toBeGreaterThan(19_000)
  expect(lines).toBeLessThan(21_000)
})

test('moving across chunk boundaries is reversible', async () => {
  const { source, settle } = stage(textOf(9_000))
  await settle([0, 1, 2, 3])
  const lines = fileLines(source)
  let view: View = { position: 0, above: 0 }
  const seen: number[] = []
  for (let step = 0; view !== 'end' && step < 2000; step += 1) {
    const [first] = visibleLines(lines, view, height).lines
    seen.push(Number(first?.text.split(' ')[1]))
    view = moveView(lines, view, height, 10 * rowHeight)
  }
  expect(seen).toEqual(Array.from({ length: 899 }, (_, index) => index * 10))
  for (let step = 0; step < 899; step += 1) view = moveView(lines, view, height, -10 * rowHeight)
  expect(view).toEqual({ position: 0, above: 0 })
  expect(moveView(lines, view, height, 30)).toMatchObject({ above: 4 })
})

test('visible lines stay in place while the file grows, unless the view follows the end', async () => {
  const { file, source, shown, settle } = stage(textOf(50))
  await settle([0])
  const view = moveView(fileLines(source), 'end', height, -5 * rowHeight)
  const before = shown(view)
  file.append(textOf(30, 50))
  await source.refresh()
  await expect.poll(() => shown('end').at(-1)).toBe(79)
  expect(shown(view).slice(0, 10)).toEqual(before.slice(0, 10))
  expect(source.state.get()).toMatchObject({ lines: 80, isCounted: true })
})

test('revealing a line moves the view as little as possible', async () => {
  const { source, settle } = stage(textOf(100))
  await settle([0])
  const lines = fileLines(source)
  const at = (number: number) => (lines.find(number * 98) as Line).position // All lines are loaded.
  const first = (view: View) => Number(visibleLines(lines, view, height).lines[0]?.text.split(' ')[1])
  const view = { position: at(20), above: 0 }
  expect(revealLine(lines, view, height, at(25))).toEqual(view)
  const below = visibleLines(lines, view, height).lines.at(-1)
  expect(first(revealLine(lines, view, height, below?.position ?? 0))).toBe(first(view) + 1)
  expect(first(revealLine(lines, view, height, at(80)))).toBeGreaterThan(70)
  expect(
    revealLine(
      lines,
      { position: at(20), above: 9 },
      height,
      visibleLines(lines, view, height).lines[0]?.position ?? 0,
    ),
  ).toEqual(view)
})

test('few lines are aligned to the top and fill the scroll bar', async () => {
  const { source, settle } = stage(textOf(3))
  await settle([0])
  const visible = visibleLines(fileLines(source), 'end', height)
  expect(visible).toMatchObject({ above: 0, isAtEnd: true, isAtStart: true })
  expect(scrollPosition(fileLines(source), visible)).toEqual({ above: 0, visibleShare: 1 })
})

test('a file that became shorter is reloaded', async () => {
  const { file, source, shown, settle } = stage(textOf(50))
  await settle([0])
  file.replace(textOf(2, 700))
  await source.refresh()
  expect(source.state.get().problem).toBe('restarted')
  await settle([0])
  expect(shown('end')).toEqual([700, 701])
})

test('a delayed size response is not mistaken for a shorter file', async () => {
  const file = createTestFile(textOf(5))
  const early = file.length()
  let answer = (_: number) => {}
  const slow = new Promise<number>((resolve) => {
    answer = resolve
  })
  const source = createTraceSource({ ...file.reader, size: () => slow }, early)
  const looking = source.refresh()
  file.append(textOf(5, 5))
  source.request([0])
  await expect.poll(() => source.chunk(0)?.lines).toHaveLength(10)
  answer(early)
  await looking
  expect(source.state.get()).toMatchObject({ size: file.length(), problem: undefined, restarts: 0 })
})

test('a file shorter than announced is read once until its size is known', async () => {
  const file = createTestFile('')
  const source = createTraceSource(file.reader, 400)
  source.request([0])
  await expect.poll(() => source.chunk(0)).toBeDefined()
  source.request([0])
  await source.refresh()
  expect(source.state.get()).toMatchObject({ size: 0, lines: 0 })
  expect(file.requested).toHaveLength(1)
})

test('failed reads are repeated when the broker responds again', async () => {
  const { file, source, shown } = stage(textOf(5))
  file.fail(new Error('away'))
  source.request([0])
  await expect.poll(() => source.state.get().error?.message).toBe('away')
  file.fail(undefined)
  await source.refresh()
  await expect.poll(() => shown('end')).toEqual([0, 1, 2, 3, 4])
  expect(source.state.get().error).toBeUndefined()
})

test('at most 64 chunks are kept', async () => {
  const { source, settle } = stage(`${'x'.repeat(1023)}\n`.repeat((chunkBytes * 70) / 1024))
  for (let index = 0; index < 70; index += 1) await settle([index])
  const kept = Array.from({ length: 70 }, (_, index) => source.chunk(index)).filter((chunk) => chunk !== undefined)
  expect(kept).toHaveLength(64)
})

test('matching lines can be navigated like all lines', () => {
  const lines = matchingLines([100, 250, 900].map((position) => ({ position, text: `line ${position}` })))
  const find = (position: number) => (lines.find(position) as Line).position // The list is not empty.
  expect([0, 100, 249, 250, 5000].map(find)).toEqual([100, 100, 100, 250, 900])
  expect(matchingLines([]).find(5)).toBeUndefined()
  expect(matchingLines([]).last()).toBeUndefined()
})
