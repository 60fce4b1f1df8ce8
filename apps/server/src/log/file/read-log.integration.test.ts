import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consoleOnly } from '../log-settings.ts'
import { createTestLogging, fileSettings, type TestLogging } from '../test-logging.ts'
import type { LogRange, LogSlice } from './read-log.ts'

let it: TestLogging
beforeEach(async () => {
  it = await createTestLogging(fileSettings({ rotation_size: 1000, rotation_count: 4 }))
})
afterEach(() => it.remove())

const write = async (from: number, to: number) => {
  for (let index = from; index < to; index += 1) it.logging.log.info({ index }, 'e')
  await it.logging.flush()
}
const read = async (range: Partial<LogRange> = {}): Promise<LogSlice> => {
  const slice = await it.logging.read('default', { bytes: 500, ...range })
  if (!slice) throw new Error('no such file')
  return slice
}
const indexes = ({ bytes }: { bytes: Buffer }) =>
  [...bytes.toString().matchAll(/index: (\d+)\n/g)].map(([, index]) => Number(index))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

/** Everything from `position` on. */
async function follow(position: number | undefined): Promise<{ seen: number[]; last: LogSlice }> {
  const seen: number[] = []
  for (let from = position; ; ) {
    const slice = await read({ position: from })
    seen.push(...indexes(slice))
    if (slice.end_of_file) return { seen, last: slice }
    from = slice.position
  }
}

describe('reading forward', () => {
  test('returns complete lines of all parts, and continues with new lines at the end', async () => {
    await write(0, 30)
    const { seen, last } = await follow(undefined)
    expect(seen).toEqual(numbers(0, 30))
    expect(last).toMatchObject({
      position: last.end,
      skipped: 0,
      first: 0,
      file: expect.stringMatching(/^log\/emqx\.log\.\d$/),
    })
    expect(await read({ position: last.position })).toMatchObject({
      bytes: Buffer.alloc(0),
      position: last.end,
      end_of_file: true,
    })
    await write(30, 50)
    expect((await follow(last.position)).seen).toEqual(numbers(30, 50))
  })

  test('continues across rotations, and reports how much was removed if it was too slow', async () => {
    await write(0, 10)
    const { last } = await follow(undefined)
    await write(10, 40)
    const { seen, last: next } = await follow(last.position)
    expect(seen).toEqual(numbers(10, 40))
    expect(next.file).not.toBe(last.file)
    await write(40, 200)
    const late = await read({ position: next.position })
    expect(late.skipped).toBe(late.first - next.position)
    expect(late.start).toBe(late.first)
    expect((await follow(late.start)).seen.at(-1)).toBe(199)
  })

  test('continues at the same position after a restart', async () => {
    await write(0, 20)
    const { last } = await follow(undefined)
    await it.logging.update(consoleOnly('warning'))
    await it.logging.update(fileSettings({ rotation_size: 1000, rotation_count: 4 }))
    await write(20, 25)
    expect((await follow(last.position)).seen).toEqual(numbers(20, 25))
  })

  test('never returns incomplete lines while lines are written and parts rotated', async () => {
    const seen: number[] = []
    let [position, skipped] = [0, 0]
    for (let index = 0; index < 2000; index += 1) {
      it.logging.log.info({ index }, 'e')
      if (index % 7 !== 0) continue
      await new Promise((resolve) => setImmediate(resolve)) // or nothing is written: reading at the end needs no time
      const slice = await read({ position, bytes: 300 })
      expect(slice.bytes.length === 0 || slice.bytes.at(-1) === 0x0a).toBe(true)
      expect(slice.bytes.toString()).toMatch(/^(2026-.*\n)*$/)
      seen.push(...indexes(slice))
      skipped += slice.skipped
      position = slice.position
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(100)
    expect(skipped === 0).toBe(seen.length === Math.max(...seen) + 1)
  })

  test('a position beyond the end belongs to another log: reading starts over', async () => {
    await write(0, 3)
    expect(indexes(await read({ position: 1_000_000 }))).toEqual([0, 1, 2])
  })
})

describe('reading backward', () => {
  test('starts with the last lines and ends with the first', async () => {
    await write(0, 30)
    let slice = await read({ direction: 'backward' })
    expect(slice.end_of_file).toBe(true)
    const seen = indexes(slice)
    expect(seen.at(-1)).toBe(29)
    while (slice.start > slice.first) {
      slice = await read({ direction: 'backward', position: slice.start })
      seen.unshift(...indexes(slice))
    }
    expect(seen).toEqual(numbers(0, 30))
  })

  test('and forward join without a gap', async () => {
    await write(0, 30)
    const tail = await read({ direction: 'backward' })
    await write(30, 40)
    expect((await follow(tail.position)).seen).toEqual(numbers(30, 40))
  })
})

test('a line longer than requested is split between characters', async () => {
  it.logging.log.info({ text: 'ü'.repeat(400) }, 'long')
  await it.logging.flush()
  let text = ''
  for (let position = 0; ; ) {
    const slice = await read({ position, bytes: 50 })
    expect(slice.bytes.toString()).not.toContain('\ufffd')
    if (slice.bytes.length === 0) break
    text += slice.bytes.toString()
    position = slice.position
  }
  expect(text).toBe(readFileSync(join(it.folder, 'log/emqx.log.1'), 'utf8'))
})

test('reads at most a megabyte, and only configured files', async () => {
  await it.logging.update(fileSettings({ rotation_size: Infinity }))
  const long = { text: 'x'.repeat(4000) }
  for (let count = 0; count < 600; count += 1) it.logging.log.info(long, 'e')
  await it.logging.flush()
  const slice = await read({ bytes: 100_000_000 })
  expect(slice.bytes.length).toBeLessThanOrEqual(1024 * 1024)
  expect(slice.bytes.length).toBeGreaterThan(1_000_000)
  for (const name of ['other', '../default', 'log/emqx.log', '__proto__', 'constructor']) {
    expect(await it.logging.read(name, { bytes: 10 })).toBeUndefined()
  }
})
