import { describe, expect, test } from 'vitest'
import { createLogTail, type LogRange, type ReadLog } from './log-tail.ts'

/** A log in memory. `rotate` removes its beginning. */
function createLog(lines: readonly string[] = []) {
  let text = lines.map((line) => `${line}\n`).join('')
  let first = 0
  const asked: LogRange[] = []
  const slice = (from: number, to: number) => text.slice(from - first, to - first)
  const read: ReadLog = async (range) => {
    asked.push(range)
    const end = first + text.length
    const from = range.position === undefined || range.position > end ? undefined : range.position
    const meta = { path: 'log/emqx.log.1', first, end, skipped: Math.max(0, first - (from ?? first)) }
    if (range.direction === 'backward') {
      const stop = Math.max(from ?? end, first)
      const at = Math.max(first, stop - range.bytes)
      const start = at === first ? first : first + text.indexOf('\n', at - first) + 1
      return { items: slice(start, stop), meta: { ...meta, start, position: stop, end_of_file: stop === end } }
    }
    const start = Math.max(from ?? first, first)
    const whole = slice(start, Math.min(end, start + range.bytes))
    const items = whole.slice(0, whole.lastIndexOf('\n') + 1)
    const position = start + items.length
    return { items, meta: { ...meta, start, position, end_of_file: position === end } }
  }
  return {
    read,
    asked,
    write: (...more: readonly string[]) => {
      text += more.map((line) => `${line}\n`).join('')
    },
    rotate: (bytes: number) => {
      text = text.slice(bytes)
      first += bytes
    },
    replace: (...others: readonly string[]) => {
      text = others.map((line) => `${line}\n`).join('')
      first = 0
    },
  }
}

const line = (index: number) => `line ${String(index).padStart(4, '0')}`
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at))
const bytesOf = line(0).length + 1

const shown = ({ state }: ReturnType<typeof createLogTail>) =>
  state.get().items.map((item) => (item.kind === 'line' ? item.text : `${item.kind} ${item.bytes}`))

describe('a log tail', () => {
  test('starts at the end, follows new lines and loads older ones', async () => {
    const log = createLog(lines(0, 100))
    const tail = createLogTail(log.read, { bytes: 20 * bytesOf + 3 })
    await tail.loadNewer()
    expect(shown(tail)).toEqual(lines(80, 100))
    expect(tail.state.get()).toMatchObject({ isOpen: true, hasOlder: true })
    log.write(...lines(100, 103))
    await tail.loadNewer()
    await tail.loadOlder()
    expect(shown(tail)).toEqual(lines(60, 103))
    while (tail.state.get().hasOlder) await tail.loadOlder()
    expect(shown(tail)).toEqual(lines(0, 103))
    const ids = tail.state.get().items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(103)
  })

  test('drops the oldest lines at the limit, or the newest when older ones are loaded', async () => {
    const log = createLog(lines(0, 400))
    const tail = createLogTail(log.read, { maxLines: 100, bytes: 40 * bytesOf + 3 })
    await tail.loadNewer()
    for (let index = 400; index < 520; index += 30) {
      log.write(...lines(index, index + 30))
      await tail.loadNewer()
    }
    expect(shown(tail).length).toBeLessThanOrEqual(100)
    expect(shown(tail).at(-1)).toBe(line(519))
    for (let round = 0; round < 2; round += 1) await tail.loadOlder()
    expect(shown(tail).length).toBeLessThanOrEqual(100)
    const [oldest = ''] = shown(tail)
    const from = Number(oldest.slice(5))
    expect(shown(tail)).toEqual(lines(from, from + shown(tail).length))
    // Reading forward again leaves no gap.
    await tail.loadNewer()
    const again = Number(shown(tail)[0]?.slice(5))
    expect(shown(tail)).toEqual(lines(again, again + shown(tail).length))
  })

  test('reports how much was rotated before it was read', async () => {
    const log = createLog(lines(0, 10))
    const tail = createLogTail(log.read)
    await tail.loadNewer()
    log.write(...lines(10, 30))
    log.rotate(15 * bytesOf)
    await tail.loadNewer()
    expect(shown(tail)).toEqual([...lines(0, 10), `rotated ${5 * bytesOf}`, ...lines(15, 30)])
  })

  test('jumps to the end if it falls behind and reports what was skipped', async () => {
    const log = createLog(lines(0, 10))
    const tail = createLogTail(log.read, { bytes: 10 * bytesOf })
    await tail.loadNewer()
    log.write(...lines(10, 200))
    await tail.loadNewer()
    expect(shown(tail)).toEqual([`skipped ${(190 - 50 + 1) * bytesOf}`, ...lines(191, 200)])
  })

  test('reports that the file was replaced', async () => {
    const log = createLog(lines(0, 10))
    const tail = createLogTail(log.read)
    await tail.loadNewer()
    log.replace('new')
    await tail.loadNewer()
    expect(shown(tail)).toEqual(['restarted 0', 'new'])
  })

  test('keeps its lines while the server is unreachable and continues afterwards', async () => {
    const log = createLog(lines(0, 3))
    let isDown = false
    const tail = createLogTail((range) => (isDown ? Promise.reject(new Error('down')) : log.read(range)))
    await tail.loadNewer()
    isDown = true
    log.write(line(3))
    await tail.loadNewer()
    expect(tail.state.get().error?.message).toBe('down')
    expect(shown(tail)).toEqual(lines(0, 3))
    isDown = false
    await tail.loadNewer()
    expect(tail.state.get().error).toBeUndefined()
    expect(shown(tail)).toEqual(lines(0, 4))
  })

  test('gives a line without a level the level of its entry', async () => {
    const log = createLog(['2026-11-21T13:00:00.000000+00:00 [error] msg: x', '    at y'])
    const tail = createLogTail(log.read)
    await tail.loadNewer()
    log.write('    at z', '{"time":1,"level":"info","msg":"m"}')
    await tail.loadNewer()
    const levels = tail.state.get().items.map((item) => item.kind === 'line' && item.level)
    expect(levels).toEqual(['error', 'error', 'error', 'info'])
  })
})
