import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, freePort, type RunningProcess, startProcess, type TempFolder } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { program } from './test-program.ts'

/** Milliseconds. A start needs five seconds of processor time, which take minutes on a busy machine. */
const startTime = 120_000

let folder: TempFolder
let port: number
let running: RunningProcess | undefined

/** A data folder with a user, which each test damages a copy of. */
beforeAll(async () => {
  folder = await createTempFolder()
  port = await freePort()
  launch('original')
  await running?.line(/Ctrl-C/, startTime)
  const user = { username: 'second', password: 'Abcd1234!', description: 'd'.repeat(5000), role: 'viewer' }
  expect((await call('/users', user, await login('admin', 'public'))).status).toBe(200)
  await running?.stop()
})
afterEach(() => running?.stop())
afterAll(() => folder.remove())

function launch(name: string, args: readonly string[] = []): RunningProcess {
  running = startProcess({
    command: process.execPath,
    args: [program, ...args],
    cwd: folder.path,
    env: {
      MQDECK_DATA_DIR: join(folder.path, name),
      MQDECK_DASHBOARD_PORT: String(port),
      ...Object.fromEntries(['TCP', 'SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
    },
  })
  return running
}

const call = (path: string, body: object, token = '') =>
  fetch(`http://127.0.0.1:${port}/api/v5${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function login(username: string, password: string): Promise<string> {
  const answer = (await (await call('/login', { username, password })).json()) as { readonly token: string }
  return answer.token
}

/** A copy of the data folder, and its database file. */
function copy(name: string): string {
  cpSync(join(folder.path, 'original'), join(folder.path, name), { recursive: true })
  return join(folder.path, name, 'db/data.mdb')
}

async function expectRefused(name: string, reason: RegExp): Promise<void> {
  const refused = launch(name)
  expect(await refused.waitForExit(startTime)).toEqual({ code: 1, signal: null })
  const text = refused.output()
  expect(text).toContain(`The database ${join(folder.path, name, 'db/data.mdb')} is damaged: `)
  expect(text).toMatch(reason)
  expect(text).toContain(`Restore the folder ${join(folder.path, name)} from a copy`)
  expect(text).toContain(join(folder.path, name, 'backup'))
  expect(text).not.toMatch(/\bat .*main\.js|running/)
  expect(existsSync(join(folder.path, name, 'mqdeck.lock'))).toBe(false)
}

function overwrite(file: string, position: number, length: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, position)
  closeSync(descriptor)
}

it('a database that is cut in half ends the start with one sentence', async () => {
  const file = copy('half')
  truncateSync(file, statSync(file).size / 2)
  await expectRefused('half', /it is cut off after \d+ bytes/)
})

it('a database that is shorter than its first pages ends the start with one sentence', async () => {
  truncateSync(copy('short'), 100)
  await expectRefused('short', /it does not begin as a database|it is cut off/)
})

it.each([
  ['the first pages', 0, 8192, /it does not begin as a database/],
  ['pages of tables', 8192, 12 * 4096, /page \d+ has been overwritten/],
] as const)(
  'a database with garbage in %s ends the start with one sentence',
  async (name, position, length, reason) => {
    const copied = name.replaceAll(' ', '-')
    overwrite(copy(copied), position, length)
    await expectRefused(copied, reason)
  },
)

it('an emptied database ends the start instead of being replaced by a new one, and every command reports it', async () => {
  const file = copy('empty')
  truncateSync(file, 0)
  await expectRefused('empty', /it is empty/)
  expect(statSync(file).size).toBe(0)
  const reset = launch('empty', ['reset-password', 'admin'])
  expect((await reset.waitForExit(startTime)).code).toBe(1)
  expect(reset.output()).toContain('is damaged: it is empty')
  const migrating = launch('empty', ['migrate', '--to', 'http://127.0.0.1:1', '--api-key', 'k'])
  expect((await migrating.waitForExit(startTime)).code).toBe(1)
  expect(migrating.output()).toContain('is damaged: it is empty')
})

it.each(['data.mdb', 'the folder db'])('without %s the start ends instead of creating a new database', async (what) => {
  const name = what === 'data.mdb' ? 'no-file' : 'no-folder'
  const file = copy(name)
  rmSync(what === 'data.mdb' ? file : join(folder.path, name, 'db'), { recursive: true })
  await expectRefused(name, /it is missing/)
  expect(existsSync(file)).toBe(false)
})

it('a new database instead of the old one ends the start', async () => {
  const file = copy('replaced')
  rmSync(file)
  const { openStore } = await import('@mqdeck/kit')
  await openStore(join(folder.path, 'replaced/db')).close()
  await expectRefused('replaced', /it is empty/)
})

it('garbage in lock.mdb does not matter', async () => {
  const file = copy('lock')
  writeFileSync(join(file, '../lock.mdb'), Buffer.alloc(8192, 0xa5))
  const started = launch('lock')
  await started.line(/Ctrl-C/, startTime)
  expect(await login('second', 'Abcd1234!')).toBeTruthy()
})

it('a database without its last 4 KB serves everything or ends the start with one sentence', async () => {
  const file = copy('tail')
  truncateSync(file, statSync(file).size - 4096)
  const started = launch('tail')
  const outcome = await Promise.race([
    started.line(/Ctrl-C/, startTime).then(() => 'started'),
    started.waitForExit(startTime).then(({ code }) => code),
  ])
  if (outcome === 'started') expect(await login('second', 'Abcd1234!')).toBeTruthy()
  else {
    expect(outcome).toBe(1)
    expect(started.output()).toContain('it is cut off after')
  }
})
