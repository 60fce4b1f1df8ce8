import { expect, test } from 'vitest'
import { delayAfterPage } from '../../lib/page-throttle.ts'
import { callInProcess } from '../../lib/worker-calls.ts'
import { createRankingAnswers } from './ranking-port.ts'
import { createScan, type ScanRequest } from './scan.ts'

const pageOf = (ids: readonly string[], cursor?: string) =>
  JSON.stringify({ data: ids.map((clientid) => ({ clientid, mqueue_len: clientid.length })), meta: { cursor } })

function setUp(load: ScanRequest['load'], took = () => 10) {
  let now = 1_000_000
  const waits: number[] = []
  const scan = createScan(() => callInProcess(createRankingAnswers()), {
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  })
  const timed: ScanRequest['load'] = (cursor, signal) => {
    now += took()
    return load(cursor, signal)
  }
  const until = (phase: string) => expect.poll(() => scan.state.get().phase).toBe(phase)
  return { scan, waits, until, start: () => scan.start({ expected: 3, load: timed }) }
}

test('walks page by page to the end, four times a second at most, and ranks what it saw', async () => {
  const pages: Record<string, string> = { '': pageOf(['a', 'bb'], '1'), '1': pageOf(['cccc']) }
  const { scan, waits, start, until } = setUp(async (cursor = '') => pages[cursor] ?? '')
  start()
  await until('finished')
  expect(scan.state.get().seen).toBe(3)
  expect(waits).toEqual([240])
  expect(scan.state.get().ranking?.tops.queue.map(({ clientid }) => clientid)).toEqual(['cccc', 'bb', 'a'])
  start()
  await until('finished')
  expect(scan.state.get().before?.totals.sessions).toBe(3)
})

test('a broker that needs over a second is left alone for three times as long', async () => {
  expect(delayAfterPage(100)).toBe(150)
  expect(delayAfterPage(600)).toBe(0)
  expect(delayAfterPage(1500)).toBe(4500)
  let page = 0
  const { waits, start, until } = setUp(
    async () => pageOf(['a'], page++ < 2 ? 'on' : undefined),
    () => 2000,
  )
  start()
  await until('finished')
  expect(waits).toEqual([6000, 6000])
})

test('a paused scan goes on where it was', async () => {
  const asked: (string | undefined)[] = []
  let release = () => {}
  const { scan, start, until } = setUp(async (cursor, signal) => {
    asked.push(cursor)
    if (cursor === '1') {
      await new Promise<void>((resolve, reject) => {
        release = resolve
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    return cursor === undefined ? pageOf(['a'], '1') : pageOf(['b'])
  })
  start()
  await expect.poll(() => asked).toEqual([undefined, '1'])
  scan.pause()
  expect(scan.state.get()).toMatchObject({ phase: 'paused', seen: 1 })
  scan.resume()
  await expect.poll(() => asked).toEqual([undefined, '1', '1'])
  release()
  await until('finished')
  expect(scan.state.get().seen).toBe(2)
})

test('what fails is tried again, longer and longer; then the scan is interrupted and can go on', async () => {
  let isDown = true
  const { scan, waits, start, until } = setUp(async () => {
    if (isDown) throw new Error('down')
    return pageOf(['a'])
  })
  start()
  await until('failed')
  expect(waits).toEqual([2000, 4000, 8000])
  expect(scan.state.get().error?.message).toBe('down')
  isDown = false
  scan.resume()
  await until('finished')
  expect(scan.state.get().seen).toBe(1)
})

test('the end of the session leaves nothing behind', async () => {
  const { scan, start, until } = setUp(async () => pageOf(['a']))
  start()
  await until('finished')
  scan.clear()
  expect(scan.state.get()).toMatchObject({ phase: 'idle', ranking: undefined, before: undefined })
})
