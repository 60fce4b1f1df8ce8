import { expect, test } from 'vitest'
import { delayAfterPage } from '../../lib/browser/page-throttle.ts'
import { callInProcess } from '../../lib/browser/worker-calls.ts'
import { createRankingCalls } from './ranking-port.ts'
import { createScan, type ScanRequest } from './scan.ts'

const pageOf = (ids: readonly string[], cursor?: string) =>
  JSON.stringify({ data: ids.map((clientid) => ({ clientid, mqueue_len: clientid.length })), meta: { cursor } })

function setUp(load: ScanRequest['load'], took = () => 10) {
  let now = 1_000_000
  const waits: number[] = []
  const scan = createScan(() => callInProcess(createRankingCalls()), {
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

test('a scan reads all pages, at most four per second, and ranks the sessions', async () => {
  const pages: Record<string, string> = { '': pageOf(['a', 'bb'], '1'), '1': pageOf(['cccc']) }
  const { scan, waits, start, until } = setUp(async (cursor = '') => pages[cursor] ?? '')
  start()
  await until('finished')
  expect(scan.state.get().seen).toBe(3)
  expect(waits).toEqual([240])
  expect(scan.state.get().ranking?.tops.queue.map(({ clientid }) => clientid)).toEqual(['cccc', 'bb', 'a'])
  start()
  await until('finished')
  expect(scan.state.get().previous?.totals.sessions).toBe(3)
})

test('after a response of more than a second, the scan waits three times as long', async () => {
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

test('a paused scan resumes at the same page', async () => {
  const cursors: (string | undefined)[] = []
  let release = () => {}
  const { scan, start, until } = setUp(async (cursor, signal) => {
    cursors.push(cursor)
    if (cursor === '1') {
      await new Promise<void>((resolve, reject) => {
        release = resolve
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    return cursor === undefined ? pageOf(['a'], '1') : pageOf(['b'])
  })
  start()
  await expect.poll(() => cursors).toEqual([undefined, '1'])
  scan.pause()
  expect(scan.state.get()).toMatchObject({ phase: 'paused', seen: 1 })
  scan.resume()
  await expect.poll(() => cursors).toEqual([undefined, '1', '1'])
  release()
  await until('finished')
  expect(scan.state.get().seen).toBe(2)
})

test('failed requests are retried with backoff, then the scan fails and can be resumed', async () => {
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

test('clearing the scan resets all state', async () => {
  const { scan, start, until } = setUp(async () => pageOf(['a']))
  start()
  await until('finished')
  scan.clear()
  expect(scan.state.get()).toMatchObject({ phase: 'idle', ranking: undefined, previous: undefined })
})
