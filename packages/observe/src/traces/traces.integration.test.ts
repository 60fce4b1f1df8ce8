import { execFileSync } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NewTrace } from '@mqdeck/contract'
import { type Log, type Store, silentLog } from '@mqdeck/kit'
import {
  createFakeClock,
  createTempFolder,
  createTempStore,
  eventually,
  type FakeClock,
  type TempFolder,
  type TempStore,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTraces, type Traces } from './traces.ts'
import { zip } from './zip.ts'

let folder: TempFolder
let temp: TempStore
let store: Store
let clock: FakeClock
let traces: Traces
const now = Date.parse('2026-11-21T08:00:00Z')
const seconds = now / 1000

const open = (more: { readonly maxSize?: number; readonly log?: Log } = {}) => {
  const made = createTraces({
    folder: join(folder.path, 'trace'),
    store,
    clock,
    log: silentLog,
    ...more,
  })
  made.start()
  return made
}

beforeEach(async () => {
  folder = await createTempFolder()
  temp = await createTempStore()
  store = temp.store
  clock = createFakeClock(now)
  traces = open()
})
afterEach(async () => {
  await traces.close()
  await temp.remove()
  await folder.remove()
})

const create = (name: string, more: object = { type: 'clientid', clientid: 'c1' }) =>
  traces.create(NewTrace.parse({ name, ...more }))
const say = (msg: string, clientid = 'c1') => traces.tracing?.write({ tag: 'T', msg, meta: { clientid } })
const textOf = async (name: string) => (await traces.read(name, 0, 1e9))?.text ?? ''
const messagesIn = async (name: string) => [...(await textOf(name)).matchAll(/msg: (\w+)/g)].map(([, msg]) => msg)
const states = async () => Object.fromEntries((await traces.list()).map(({ name, state }) => [name, state]))

test('by default, a trace starts immediately and stops after ten minutes', async () => {
  expect(traces.tracing).toBeUndefined()
  expect(await create('one')).toMatchObject({ state: 'running', startAt: seconds, endAt: seconds + 600, size: 0 })
  say('first')
  say('not_mine', 'c2')
  clock.advance(599_000)
  say('last')
  expect(await states()).toEqual({ one: 'running' })
  clock.advance(1000)
  expect(traces.tracing).toBeUndefined()
  expect(await states()).toEqual({ one: 'stopped' })
  await eventually(
    async () => (await messagesIn('one')).length === 3,
    () => 'nothing more was written',
  )
  expect(await messagesIn('one')).toEqual(['first', 'last', 'trace_stopping'])
})

test('a trace with a later start waits and then records', async () => {
  await create('later', { type: 'clientid', clientid: 'c1', start_at: seconds + 60, end_at: seconds + 120 })
  expect(await states()).toEqual({ later: 'waiting' })
  expect(traces.tracing).toBeUndefined()
  expect(await traces.read('later', 0, 100)).toEqual({ text: '', position: 0 })
  expect(await traces.onDisk('later')).toBeUndefined()
  clock.advance(60_000)
  say('now')
  expect(await messagesIn('later')).toEqual(['now'])
})

test('listeners are called when the first trace starts and the last one has stopped', async () => {
  const heard: boolean[] = []
  traces.onActive((tracing) => heard.push(tracing !== undefined))
  await create('one')
  await create('two', { type: 'topic', topic: 'a/#' })
  await traces.stop('one')
  expect(heard).toEqual([true])
  await traces.remove('two')
  expect(heard).toEqual([true, false])
})

test('a stopped trace keeps its file until it is deleted', async () => {
  await create('one')
  say('first')
  expect(await traces.stop('one')).toBe(true)
  expect(await messagesIn('one')).toEqual(['first', 'trace_stopping'])
  expect(await traces.stop('nobody')).toBe(false)
  expect(await traces.remove('one')).toBe(true)
  expect(await traces.remove('one')).toBe(false)
  await create('one')
  expect(await textOf('one')).toBe('')
})

test.each([
  [{ type: 'clientid' }, 'required clientid field'],
  [{ type: 'topic', topic: 'a/#/b' }, 'topic: a/#/b invalid by'],
  [{ type: 'ip_address', ip_address: '1.2.3' }, 'ip address: einval'],
  [{ type: 'ruleid', clientid: 'c1' }, 'required ruleid field'],
  [{ type: 'clientid', clientid: 'c', end_at: seconds }, 'end_at time has already passed'],
  [{ type: 'clientid', clientid: 'c', start_at: seconds + 5, end_at: seconds + 5 }, 'failed by start_at >= end_at'],
])('%j is rejected with the message of EMQX', async (wanted, message) => {
  await expect(create('bad', wanted)).rejects.toThrow(message)
  expect(await traces.list()).toEqual([])
})

test('duplicate names and conditions and more than thirty traces are rejected', async () => {
  await create('one')
  await expect(create('one', { type: 'topic', topic: 'a' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' })
  await expect(create('two')).rejects.toMatchObject({
    code: 'DUPLICATE_CONDITION',
    message: 'one Duplication Condition',
  })
  for (let index = 2; index <= 30; index += 1) await create(`t${index}`, { type: 'clientid', clientid: `c${index}` })
  await expect(create('more', { type: 'clientid', clientid: 'more' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await traces.removeAll()
  expect(await traces.list()).toEqual([])
})

test('traces continue after a restart, also after an incomplete line, and ended ones are stopped', async () => {
  await create('long', { type: 'clientid', clientid: 'c1', end_at: seconds + 3600 })
  await create('short', { type: 'clientid', clientid: 'c1', start_at: seconds + 1, end_at: seconds + 60 })
  say('before')
  await traces.close()
  const file = join(folder.path, 'trace', 'trace_long_2026-11-21.log')
  await appendFile(file, '2026-11-21T08:00:00 [T] half a li')
  await writeFile(join(folder.path, 'trace', 'trace_gone_2026-11-20.log'), 'of nobody')
  clock.advance(60_000)
  traces = open()
  expect(await states()).toEqual({ long: 'running', short: 'stopped' })
  say('after')
  const lines = (await textOf('long')).trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('half a li')
  expect(lines[2]).toMatch(/^2026-11-21T08:01:00.000000\+00:00 \[T\] c1@ msg: after$/)
  await expect(readFile(join(folder.path, 'trace', 'trace_gone_2026-11-20.log'))).rejects.toThrow('ENOENT')
})

test('a trace stops at its maximum size after a complete line', async () => {
  await traces.close()
  traces = open({ maxSize: 300 })
  await create('one')
  for (let index = 0; index < 20; index += 1) say(`line_${index}`)
  await eventually(
    async () => (await states()).one === 'stopped',
    () => 'it still runs',
  )
  const text = await textOf('one')
  expect(text.length).toBeLessThanOrEqual(300)
  expect(text.endsWith('\n')).toBe(true)
  expect(traces.tracing).toBeUndefined()
})

test('a pipe instead of its file stops the trace and is logged', async () => {
  const heard: object[] = []
  await traces.close()
  traces = open({ log: { ...silentLog, warn: (fields, event) => void heard.push({ ...fields, event }) } })
  execFileSync('mkfifo', [join(folder.path, 'trace', 'trace_one_2026-11-21.log')])
  await create('one')
  for (let index = 0; index < 100; index += 1) say('lost')
  await eventually(
    async () => (await states()).one === 'stopped',
    () => 'it still runs',
  )
  expect(traces.tracing).toBeUndefined()
  expect(heard).toEqual([
    { event: 'trace_stopped', name: 'one', reason: expect.stringContaining('is not a regular file') },
  ])
})

test('lines are dropped and counted if the disk is too slow', async () => {
  await create('one')
  const long = 'x'.repeat(4000)
  // Synchronous, so that nothing can be written meanwhile. 8 million characters can be queued.
  for (let index = 0; index < 3000; index += 1)
    traces.tracing?.write({ tag: 'T', msg: 'm', meta: { clientid: 'c1', long } })
  const lines = (await textOf('one')).trimEnd().split('\n')
  const missing = Number(/msg: trace_lines_dropped, count: (\d+)/.exec(lines.at(-1) ?? '')?.[1])
  expect(missing).toBeGreaterThan(900)
  expect(lines.length - 1 + missing).toBe(3000)
})

test('two hundred thousand lines are written or counted as dropped', async () => {
  await create('one', { type: 'clientid', clientid: 'c1', formatter: 'json' })
  for (let turn = 0; turn < 200; turn += 1) {
    for (let index = 0; index < 1000; index += 1) say('line')
    await new Promise((resolve) => setImmediate(resolve))
  }
  const text = await textOf('one')
  const written = text.match(/"msg":"line"/g)?.length ?? 0
  const missing = [...text.matchAll(/"msg":"trace_lines_dropped","meta":\{"trace_tag":"TRACE","count":(\d+)/g)]
  expect(written + missing.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(200_000)
  expect(text.split('\n')).toHaveLength(written + missing.length + 1)
})

test('reading never splits a character and always makes progress', async () => {
  await create('one')
  traces.tracing?.write({ tag: 'T', msg: 'grün😀温度', meta: { clientid: 'c1' } })
  const whole = await textOf('one')
  for (const bytes of [1, 2, 3, 5, 7, 100]) {
    let text = ''
    let position = 0
    for (let reads = 0; reads < 1000; reads += 1) {
      const part = await traces.read('one', position, bytes)
      if (!part || part.position === position) break
      text += part.text
      position = part.position
    }
    expect(text).toBe(whole)
    expect(position).toBe(Buffer.byteLength(whole))
  }
  expect(await traces.read('one', 1e6, 10)).toEqual({ text: '', position: Buffer.byteLength(whole) })
})

test('the archive is a valid zip file', async () => {
  await create('one')
  for (let index = 0; index < 1000; index += 1) say(`line_${index}`)
  await traces.stop('one')
  const found = await traces.onDisk('one')
  if (!found) throw new Error('nothing was written')
  const parts: Uint8Array[] = []
  const files = ['n1', 'n2'].map((node) => ({
    name: `${node}-${found.file}`,
    path: found.path,
    size: found.size,
    modifiedAt: new Date(found.modifiedAt),
  }))
  for await (const part of zip([...files, { ...files[0], name: 'empty', path: '', size: 0, modifiedAt: new Date() }]))
    parts.push(part)
  const archive = join(folder.path, 'one.zip')
  await writeFile(archive, Buffer.concat(parts))
  execFileSync('unzip', ['-t', archive])
  expect(execFileSync('unzip', ['-p', archive, `n2-${found.file}`]).toString()).toBe(await textOf('one'))
  expect(execFileSync('unzip', ['-p', archive, 'empty']).toString()).toBe('')
})
