import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { eventually, startProcess } from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { consoleOnly, type FileHandlerSettings, type LogSettings } from './log-settings.ts'
import { createTestLogging, fileSettings, type TestLogging } from './test-logging.ts'

const started: TestLogging[] = []
async function create(settings: LogSettings = fileSettings()): Promise<TestLogging> {
  const one = await createTestLogging(settings)
  started.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.remove()))
})

const linesOf = (text: string) => text.split('\n').slice(0, -1)
const eventsOf = (text: string) => linesOf(text).map((line) => /msg: ([^,]*)/.exec(line)?.[1])

describe('handlers', () => {
  test('each destination has its own level and format', async () => {
    const { logging, console, content } = await create(fileSettings({ formatter: 'json' }))
    logging.log.debug({}, 'for_nobody')
    logging.log.info({ clientid: 'c1' }, 'for_the_file')
    logging.log.warn({}, 'for_both')
    await logging.flush()
    expect(console).toEqual(['2026-11-21T08:00:00.000000+00:00 [warning] msg: for_both\n'])
    expect(linesOf(content()).map((line) => JSON.parse(line))).toEqual([
      { time: 1_795_248_000_000_000, level: 'info', msg: 'for_the_file', clientid: 'c1' },
      { time: 1_795_248_000_000_000, level: 'warning', msg: 'for_both' },
    ])
  })

  test('a change of level, format or path takes effect with the next line', async () => {
    const { logging, folder, console, content } = await create()
    logging.log.info({}, 'one')
    await logging.update(fileSettings({ level: 'error' }))
    logging.log.warn({}, 'unwanted')
    await logging.update(fileSettings({ formatter: 'json' }))
    logging.log.info({}, 'two')
    await logging.flush()
    expect(content()).toMatch(/msg: one\n\{"time":\d+,"level":"info","msg":"two"\}\n$/)

    await logging.update(fileSettings({ path: '${EMQX_LOG_DIR}/deep/other.log' }))
    logging.log.info({}, 'three')
    await logging.flush()
    expect(readFileSync(join(folder, 'log/deep/other.log.1'), 'utf8')).toContain('msg: three')

    await logging.update({ ...consoleOnly('debug'), console: { ...consoleOnly('debug').console, enable: false } })
    logging.log.error({}, 'unseen')
    expect(logging.files()).toEqual([])
    expect(console.join('')).not.toContain('unseen')
    await logging.update(consoleOnly('debug'))
    logging.log.debug({}, 'seen')
    expect(console.at(-1)).toContain('[debug] msg: seen')
    expect(existsSync(join(folder, 'log/emqx.log.1'))).toBe(true)
  })

  test('nothing is lost or out of order while a path changes', async () => {
    const { logging, folder } = await create(fileSettings({ path: 'log/0.log', rotation_size: Infinity }))
    const closing: Promise<void>[] = []
    for (let index = 0; index < 2000; index += 1) {
      if (index % 100 === 99) {
        closing.push(logging.update(fileSettings({ path: `log/${(index + 1) / 100}.log`, rotation_size: Infinity })))
      }
      logging.log.info({ index }, 'e')
    }
    await Promise.all(closing)
    await logging.flush()
    const all = Array.from({ length: 21 }, (_, file) => readFileSync(join(folder, `log/${file}.log`), 'utf8')).join('')
    expect(linesOf(all).map((line) => Number(/index: (\d+)/.exec(line)?.[1]))).toEqual(
      Array.from({ length: 2000 }, (_, index) => index),
    )
  })

  test('a file that is disabled and enabled again continues', async () => {
    const { logging, content } = await create(fileSettings({ rotation_size: 20_000 }))
    for (let index = 0; index < 1000; index += 1) {
      logging.log.info({ index }, 'e')
      if (index % 50 !== 49) continue
      // Does not wait for the previous one.
      void logging.update(consoleOnly('warning'))
      void logging.update(fileSettings({ rotation_size: 20_000 }))
    }
    await logging.flush()
    expect(linesOf(content()).map((line) => Number(/index: (\d+)$/.exec(line)?.[1]))).toEqual(
      Array.from({ length: 1000 }, (_, index) => index),
    )
  })

  test('several files can be written at the same time', async () => {
    const { default: handler } = fileSettings().file
    if (!handler) throw new Error('no handler')
    const { logging, content } = await create({
      ...fileSettings(),
      file: { default: handler, errors: { ...handler, level: 'error', path: 'log/errors.log' } },
    })
    logging.log.info({}, 'a')
    logging.log.error({}, 'b')
    await logging.flush()
    expect([eventsOf(content('default')), eventsOf(content('errors'))]).toEqual([['a', 'b'], ['b']])
  })

  test('throttled events are logged once per window, with a line that counts the others; debug disables it', async () => {
    const { logging, clock, content } = await create()
    for (let count = 0; count < 5; count += 1) logging.log.warn({}, 'authorization_permission_denied')
    clock.advance(60_000)
    await logging.flush()
    expect(linesOf(content()).map((line) => line.split('] ')[1])).toEqual([
      'msg: authorization_permission_denied',
      'msg: log_events_throttled_during_last_period, dropped: {"authorization_permission_denied":4}, period: "1 minutes, 0 seconds"',
    ])
    await logging.update(fileSettings({ level: 'debug' }))
    for (let count = 0; count < 5; count += 1) logging.log.warn({}, 'authorization_permission_denied')
    await logging.flush()
    expect(linesOf(content())).toHaveLength(7)
  })
})

describe('settings that cannot be used', () => {
  const refusals: readonly [string, Partial<FileHandlerSettings>, string][] = [
    ['a folder', { path: 'log/folder', rotation_size: Infinity }, 'folder'],
    ['below a file', { path: 'log/file/emqx.log' }, 'A part of the path is not a folder'],
    ['a socket', { path: 'log/socket', rotation_size: Infinity }, 'not a regular file'],
    ['a pipe', { path: 'log/pipe', rotation_size: Infinity }, 'not a regular file'],
    ['a pipe as the first part', { path: 'log/part' }, 'not a regular file'],
    ['a pipe as the index', { path: 'log/index' }, 'not a regular file'],
    ['a device', { path: '/dev/null', rotation_size: Infinity }, 'dev, proc and sys'],
    ['the memory of the process', { path: '/proc/self/mem', rotation_size: Infinity }, 'dev, proc and sys'],
    ['it by a detour', { path: 'log/proc/self/mem', rotation_size: Infinity }, 'dev, proc and sys'],
    ['a way out of the data folder', { path: '../../escaped.log' }, 'leads out of the data folder'],
    ['a name of two lines', { path: 'log/a\nb' }, 'not a file name'],
    ['our own data', { path: 'configs/cluster.hocon', rotation_size: Infinity }, 'log files must be in the folder log'],
    ['our own data, by a detour', { path: '${EMQX_LOG_DIR}/../db/data.mdb' }, 'log files must be in the folder log'],
    ['our own data, through a link', { path: 'log/link/data.mdb' }, 'log files must be in the folder log'],
    ['nothing', { path: '' }, 'not a file name'],
    ['a folder by its slash', { path: 'log/' }, 'Add a file name'],
    ['a name with a zero', { path: 'log/a\0b' }, 'not a file name'],
    ['a file of somebody else', { path: 'log/key.pem', rotation_size: Infinity }, 'exists and is not a log file'],
    ['the parts of somebody else', { path: 'log/syslog' }, 'exists and is not a log file'],
    ['a name that is too long', { path: `log/${'x'.repeat(300)}` }, 'too long'],
  ]
  test.each(refusals)(
    '%s: rejected with path and reason, and logging continues unchanged',
    async (_, changes, reason) => {
      const { logging, folder, content } = await create()
      mkdirSync(join(folder, 'log/folder'))
      mkdirSync(join(folder, 'db'))
      symlinkSync(join(folder, 'db'), join(folder, 'log/link'))
      symlinkSync('/proc', join(folder, 'log/proc'))
      writeFileSync(join(folder, 'log/file'), '')
      writeFileSync(join(folder, 'log/key.pem'), '-----BEGIN PRIVATE KEY-----\n')
      writeFileSync(join(folder, 'log/syslog.1'), '2026-11-21T08:00:00.123456+08:00 host kernel: started\n')
      execFileSync('mkfifo', ['log/pipe', 'log/part.1', 'log/index.idx'], { cwd: folder })
      const socket = createServer().listen(join(folder, 'log/socket'))
      await once(socket, 'listening')
      await expect(logging.update(fileSettings({ level: 'error', ...changes }))).rejects.toMatchObject({
        code: 'UPDATE_FAILED',
        status: 400,
        message: expect.stringMatching(/^\{"value":.*,"path":"log\.file\.default\.path","kind":"validation_error"\}$/),
        path: 'log.file.default.path',
        reason: expect.stringContaining(reason),
        value: changes.path,
      })
      logging.log.info({}, 'still_here')
      await logging.flush()
      expect(eventsOf(content())).toEqual(['still_here'])
      socket.close()
    },
  )

  test('two handlers with the same file, under any name', async () => {
    const { logging } = await create()
    const { default: handler } = fileSettings().file
    if (!handler) throw new Error('no handler')
    for (const path of ['log/emqx.log', '${EMQX_LOG_DIR}/./emqx.log', 'log/emqx.log.3', 'log/emqx.log.idx']) {
      const file = { default: handler, second: { ...handler, path } }
      await expect(logging.update({ ...fileSettings(), file })).rejects.toMatchObject({
        path: expect.stringMatching(/^log\.file\.(default|second)\.path$/),
        reason: expect.stringContaining('already has this path'),
      })
    }
  })

  test('a disabled handler needs no file', async () => {
    const { logging, folder } = await create()
    await logging.update(fileSettings({ enable: false, path: '/dev/null/nowhere.log' }))
    expect(logging.files()).toEqual([])
    expect(readdirSync(folder)).toEqual(['log'])
  })

  test('an invalid time offset', async () => {
    const { logging } = await create()
    await expect(logging.update(fileSettings({ time_offset: '8 hours' }))).rejects.toMatchObject({
      path: 'log.file.default.time_offset',
      value: '8 hours',
    })
  })
})

describe('rotation', () => {
  test('200 000 lines in small parts: none is lost, torn or out of order', async () => {
    const { logging, folder, content } = await create(fileSettings({ rotation_size: 256 * 1024, rotation_count: 128 }))
    const total = 200_000
    for (let index = 0; index < total; index += 1) {
      logging.log.info({ index, clientid: 'ü' }, 'e')
      if (index % 5000 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await logging.flush()
    const lines = linesOf(content())
    expect(lines).toHaveLength(total)
    lines.forEach((line, index) => {
      if (!line.endsWith(`clientid: ü, msg: e, index: ${index}`)) throw new Error(`line ${index}: ${line}`)
    })
    const parts = logging.files()[0]?.parts ?? []
    expect(parts.length).toBeGreaterThan(40)
    expect(parts.every(({ size }) => size <= 256 * 1024)).toBe(true)
    expect(readdirSync(join(folder, 'log')).filter((name) => name !== 'emqx.log.idx')).toHaveLength(parts.length)
  })

  test("keeps only the newest parts with EMQX's names, and continues after a restart", async () => {
    const settings = fileSettings({ rotation_size: 1000, rotation_count: 3 })
    const { logging, folder, content } = await create(settings)
    const write = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) logging.log.info({ index }, 'e')
      await logging.flush()
    }
    await write(0, 100)
    const names = readdirSync(join(folder, 'log')).sort()
    expect(names).toEqual(['emqx.log.1', 'emqx.log.2', 'emqx.log.3', 'emqx.log.idx'])
    const before = content()
    expect(before.trimEnd().endsWith('index: 99')).toBe(true)

    await logging.update(consoleOnly('warning'))
    await logging.update(settings)
    expect(content()).toBe(before)
    await write(100, 101)
    expect(content().trimEnd().endsWith('index: 100')).toBe(true)

    await logging.update(fileSettings({ rotation_size: 1000, rotation_count: 5 }))
    await write(101, 200)
    expect(logging.files()[0]?.parts).toHaveLength(5)
    await logging.update(fileSettings({ rotation_size: 1000, rotation_count: 2 }))
    await write(200, 300)
    expect(logging.files()[0]?.parts).toHaveLength(2)
    expect(readdirSync(join(folder, 'log'))).toHaveLength(3)
    expect(content().trimEnd().endsWith('index: 299')).toBe(true)
  })

  test('without its index, parts are sorted by file time', async () => {
    const settings = fileSettings({ rotation_size: 400, rotation_count: 3 })
    const { logging, folder, content } = await create(settings)
    for (let index = 0; index < 10; index += 1) {
      logging.log.info({ index }, 'e')
      await logging.flush()
      await new Promise((resolve) => setTimeout(resolve, 10)) // file times are coarse
    }
    const before = content()
    await logging.update(consoleOnly('warning'))
    writeFileSync(join(folder, 'log/emqx.log.idx'), Buffer.from([0, 1, 2, 3]))
    await logging.update(settings)
    expect(content()).toBe(before)
  })

  test('one part, and a line longer than a part', async () => {
    const { logging, content } = await create(fileSettings({ rotation_size: 100, rotation_count: 1 }))
    logging.log.info({}, 'short')
    logging.log.info({ long: 'x'.repeat(500) }, 'long')
    await logging.flush()
    expect(eventsOf(content())).toEqual(['long'])
  })

  test('infinity means one growing file', async () => {
    const { logging, folder } = await create(fileSettings({ rotation_size: Infinity }))
    for (let index = 0; index < 1000; index += 1) logging.log.info({ index }, 'e')
    await logging.flush()
    expect(readdirSync(join(folder, 'log'))).toEqual(['emqx.log'])
  })
})

describe('a file that is removed', () => {
  test.each([
    ['removed', (file: string) => rmSync(file)],
    ['moved', (file: string) => renameSync(file, `${file}.old`)],
    ['emptied', (file: string) => truncateSync(file)],
    ['removed with its folder', (file: string) => rmSync(join(file, '..'), { recursive: true })],
  ])('%s: is created again, and reported once on the console', async (_, harm) => {
    const { logging, clock, folder, console, content } = await create()
    logging.log.info({}, 'before')
    await logging.flush()
    harm(join(folder, 'log/emqx.log.1'))
    clock.advance(1000)
    logging.log.info({}, 'after')
    logging.log.info({}, 'after')
    await logging.flush()
    expect(eventsOf(content())).toEqual(['after', 'after'])
    expect(console.join('').match(/log_file_reopened/g)).toHaveLength(1)
  })

  test('replaced by a folder: lines are kept in order until there is a file again', async () => {
    const { logging, clock, folder, console, content } = await create()
    const file = join(folder, 'log/emqx.log.1')
    rmSync(file)
    mkdirSync(file)
    clock.advance(1000)
    for (const event of ['a', 'b']) {
      logging.log.info({}, event)
      await logging.flush()
    }
    clock.advance(5000)
    logging.flushNow()
    expect(console.join('').match(/log_file_not_writable/g)).toHaveLength(1)
    expect(console.join('')).toContain('is a folder')
    rmSync(file, { recursive: true })
    logging.log.info({}, 'c')
    clock.advance(5000)
    await logging.flush()
    expect(eventsOf(content())).toEqual(['a', 'b', 'c'])
    expect(console.at(-1)).toContain('log_file_writable')
  })

  test('on a full disk: an incomplete line is finished when there is space, and nothing is lost', async () => {
    const { logging, clock, console, content } = await create(fileSettings({ rotation_size: Infinity }))
    // Simulates a full disk: a write is incomplete, and the next one fails.
    const limitFiles = (bytes: string) =>
      startProcess({ command: 'prlimit', args: [`--pid=${process.pid}`, `--fsize=${bytes}:`] }).waitForExit()
    expect(await limitFiles('100000')).toEqual({ code: 0, signal: null })
    try {
      for (let index = 0; index < 5000; index += 1) logging.log.info({ index }, 'e')
      await logging.flush()
      expect(content()).toHaveLength(100_000)
      expect(console.join('').match(/log_file_not_writable.*EFBIG/g)).toHaveLength(1)
      clock.advance(5000)
      expect(content()).toHaveLength(100_000)
    } finally {
      await limitFiles('unlimited')
    }
    clock.advance(5000)
    await logging.flush()
    expect(linesOf(content()).map((line) => Number(/index: (\d+)$/.exec(line)?.[1]))).toEqual(
      Array.from({ length: 5000 }, (_, index) => index),
    )
    expect(console).toHaveLength(2)
  })

  test('lines beyond the queue limit are counted and dropped', async () => {
    const { logging, clock, folder, console, content } = await create()
    const file = join(folder, 'log/emqx.log.1')
    rmSync(file)
    mkdirSync(file)
    clock.advance(1000)
    const long = { text: 'x'.repeat(4000) }
    logging.log.info(long, 'e')
    await logging.flush()
    for (let count = 0; count < 5000; count += 1) logging.log.info(long, 'e')
    rmSync(file, { recursive: true })
    clock.advance(5000)
    await logging.flush()
    const kept = linesOf(content()).length
    expect(kept).toBeGreaterThan(900)
    expect(console.at(-1)).toContain(`dropped: ${5001 - kept}`)
  })
})

test('entries of the last tick are in the file when a process ends', async () => {
  const { logging, content } = await create()
  for (let index = 0; index < 100_000; index += 1) logging.log.info({ index }, 'e')
  await eventually(
    () => content() !== '',
    () => 'nothing was written yet',
  )
  logging.log.info({}, 'last')
  logging.flushNow()
  const lines = linesOf(content())
  expect(lines).toHaveLength(100_001)
  expect(lines.at(-1)).toContain('last')
  await logging.flush()
  expect(linesOf(content())).toHaveLength(100_001)
})
