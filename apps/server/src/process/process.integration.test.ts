import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  eventually,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer } from '../server.ts'
import { withDefaults } from '../start-options/load.ts'
import { explain } from './explain.ts'
import { program } from './test-program.ts'

let folder: TempFolder
let ports: readonly number[]
const started: RunningProcess[] = []

beforeEach(async () => {
  folder = await createTempFolder()
  ports = await freePorts(2)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await folder.remove()
})

function launch(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): RunningProcess {
  const [http, tcp] = ports
  const launched = startProcess({
    command: process.execPath,
    args: [program, ...args],
    cwd: folder.path,
    env: {
      MQDECK_DATA_DIR: join(folder.path, 'data'),
      MQDECK_DASHBOARD_PORT: String(http),
      MQDECK_TCP_PORT: String(tcp),
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
      ...env,
    },
  })
  started.push(launched)
  return launched
}

/** `script` provides a terminal. */
function launchOnTerminal(args: readonly string[]): RunningProcess {
  const command = [process.execPath, program, ...args].join(' ')
  const launched = startProcess({
    command: 'script',
    args: ['--quiet', '--return', '--command', command, '/dev/null'],
    cwd: folder.path,
    env: { MQDECK_DATA_DIR: join(folder.path, 'data') },
  })
  started.push(launched)
  return launched
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<RunningProcess> {
  const launched = launch([], env)
  await launched.line(/Ctrl-C/, startTimeoutMs)
  return launched
}

async function interrupt(running: RunningProcess): Promise<void> {
  process.kill(running.pid, 'SIGINT')
  expect(await running.waitForExit()).toEqual({ code: 0, signal: null })
}

async function call(method: string, path: string, token: string, body?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${ports[0]}/api/v5${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function login(username: string, password: string): Promise<string> {
  const answer: { token: string } = JSON.parse(await (await call('POST', '/login', '', { username, password })).text())
  return answer.token
}

const connect = (clientId: string) =>
  connectMqttJs(
    { host: '127.0.0.1', port: ports[1] ?? 0 },
    { clientId, clean: false, properties: { sessionExpiryInterval: 3600 } },
  )

/** Creates a user, a retained message, and a session with a queued message. */
async function fill(token: string, username: string): Promise<void> {
  const user = { username, password: 'Abcd1234!', description: '', role: 'viewer' }
  expect((await call('POST', '/users', token, user)).status).toBe(200)
  const away = await connect(`away-${username}`)
  await away.client.subscribeAsync(`q/${username}`, { qos: 1 })
  await away.end()
  const publisher = await connect('publisher')
  await publisher.client.publishAsync(`kept/${username}`, 'retained', { qos: 1, retain: true })
  await publisher.client.publishAsync(`q/${username}`, 'queued', { qos: 1 })
  await publisher.end()
}

async function expectAllThere(token: string, username: string): Promise<void> {
  expect((await call('GET', '/clients', token)).status).toBe(200)
  await login(username, 'Abcd1234!')
  const back = await connect(`away-${username}`)
  expect(await back.message(`q/${username}`)).toBe('queued')
  await back.client.subscribeAsync(`kept/${username}`)
  expect(await back.message(`kept/${username}`)).toBe('retained')
  await back.end()
}

// Few processes: a start takes more than a second of processor time.
describe('the process', () => {
  it('keeps users, sign-ins, retained messages and sessions after Ctrl-C and kill -9; stops at a second Ctrl-C', async () => {
    const first = await start()
    const token = await login('admin', 'public')
    await fill(token, 'second')
    await interrupt(first)

    const second = await start()
    await expectAllThere(token, 'second')
    await fill(token, 'third')
    await second.kill()

    const third = await start()
    await expectAllThere(token, 'third')
    process.kill(third.pid, 'SIGINT')
    await eventually(
      () => third.output().includes('Stopping'),
      () => third.output(),
    )
    process.kill(third.pid, 'SIGINT')
    // It may have stopped already.
    expect([0, 130]).toContain((await third.waitForExit()).code)
  })

  it('reports addresses and what is in use, logs no secrets, survives an unhandled error, exits if the store is damaged', async () => {
    const crash = join(folder.path, 'crash.mjs')
    writeFileSync(
      crash,
      `process.once('SIGUSR2', () => {
        process.once('SIGUSR2', () => {
          throw Object.assign(new Error('MDB_CORRUPTED: Located page was wrong type'), { code: -30796 })
        })
        void Promise.reject(new Error('promise without a handler'))
        throw new Error('it broke')
      })`,
    )
    const running = await start({ MQDECK_LOG_LEVEL: 'debug', NODE_OPTIONS: `--import ${crash}` })
    const emqxLog = () => readFileSync(join(folder.path, 'data/log/emqx.log.1'), 'utf8')
    for (const text of [
      `http://127.0.0.1:${ports[0]}`,
      'admin / public',
      'this is the default password',
      `${ports[1]}`,
      'only this machine can reach them',
      'anyone who can reach these ports can connect',
      join(folder.path, 'data'),
    ]) {
      expect(running.output()).toContain(text)
    }

    const otherFolder = launch([], { MQDECK_DATA_DIR: join(folder.path, 'other') })
    expect((await otherFolder.waitForExit(startTimeoutMs)).code).toBe(1)
    expect(otherFolder.output()).toContain(`Port ${ports[0]} (dashboard.port) is in use`)
    expect(otherFolder.output()).toContain('MQDECK_DASHBOARD_PORT')
    const sameFolder = launch()
    expect((await sameFolder.waitForExit(startTimeoutMs)).code).toBe(1)
    expect(sameFolder.output()).toContain(`in use by another MQDeck (process ${running.pid})`)
    const reset = launch(['reset-password', 'admin'])
    expect((await reset.waitForExit(startTimeoutMs)).code).toBe(1)
    expect(reset.output()).toContain(`in use by another MQDeck (process ${running.pid}). Stop it first`)

    const token = await login('admin', 'public')
    await call('POST', '/login', '', { username: 'admin', password: 'Wrong-pass1' })
    await call('GET', `/clients?token=${token}`, token)
    await call('POST', '/users/admin/change_pwd', token, { old_pwd: 'public', new_pwd: 'Right-pass1' })
    process.kill(running.pid, 'SIGUSR2')
    await running.line(/uncaught_exception.*promise without a handler/)
    const alarms = await (await call('GET', '/alarms', await login('admin', 'Right-pass1'))).text()
    expect(alarms).toContain('unexpected error, the server keeps running: it broke')

    process.kill(running.pid, 'SIGUSR2')
    expect((await running.waitForExit()).code).toBe(1)
    expect(running.output()).toMatch(
      /The database \S+data\/db\/data\.mdb is damaged: MDB_CORRUPTED.*Restore the folder/,
    )
    expect(emqxLog()).toMatch(/^\S+ \[error\] msg: uncaught_exception, error: "Error: it broke/m)
    expect(emqxLog()).toMatch(/uncaught_exception, error: "Error: MDB_CORRUPTED/)
    const log = running.output().slice(running.output().indexOf('Ctrl-C'))
    expect(log).toContain('/users/admin/change_pwd')
    for (const secret of [token, 'Wrong-pass1', 'Right-pass1', 'public']) expect(log).not.toContain(secret)
  })

  it('reports an address that does not belong to this machine', async () => {
    const [port = 0] = ports
    const settings = withDefaults({ 'dashboard.port': port, bind: '203.0.113.1', data_dir: join(folder.path, 'data') })
    const error = await startServer({ settings }).then(
      (server) => server.stop(),
      (failure: unknown) => failure,
    )
    expect(explain(error, settings)).toContain('203.0.113.1 is not an address of this machine')
  })

  it('reads the file in its folder, and reports errors in it', async () => {
    writeFileSync(join(folder.path, 'mqdeck.yaml'), 'dashboard:\n  prot: 1\n')
    const running = launch()
    expect((await running.waitForExit(startTimeoutMs)).code).toBe(1)
    expect(running.output()).toContain('dashboard.prot in mqdeck.yaml: unknown key; did you mean dashboard.port?')
  })

  it('sets a new password while it is stopped, from standard input or asked twice on a terminal without showing it', async () => {
    const first = await start()
    const token = await login('admin', 'public')
    await interrupt(first)

    const tooSimple = launch(['reset-password', 'admin'])
    tooSimple.write('short\n')
    expect((await tooSimple.waitForExit(startTimeoutMs)).code).toBe(1)
    expect(tooSimple.output()).toContain('The range of password length is 8~64')

    const piped = launch(['reset-password', 'admin'])
    piped.write('Efgh5678!\n')
    expect((await piped.waitForExit(startTimeoutMs)).code).toBe(0)
    expect(piped.output()).toContain('admin has a new password')

    const second = await start()
    expect(second.output()).toContain('the password has been changed')
    expect((await call('GET', '/users', token)).status).toBe(401)
    expect((await call('POST', '/login', '', { username: 'admin', password: 'public' })).status).toBe(401)
    expect(await login('admin', 'Efgh5678!')).not.toBe('')
    await interrupt(second)

    const reset = launchOnTerminal(['reset-password', 'admin'])
    for (const question of ['New password:', 'Repeat the password:']) {
      await eventually(
        () => reset.output().includes(question),
        () => reset.output(),
        startTimeoutMs,
      )
      reset.write('Abcd1234!\r')
    }
    expect((await reset.waitForExit(startTimeoutMs)).code).toBe(0)
    expect(reset.output()).toContain('admin has a new password')
    expect(reset.output()).not.toContain('Abcd')
    await start()
    expect(await login('admin', 'Abcd1234!')).not.toBe('')
  })

  it('reports an invalid command line by its exit code', async () => {
    const wrong = launch(['reset-pasword', 'admin'])
    expect((await wrong.waitForExit(startTimeoutMs)).code).toBe(2)
    expect(wrong.output()).toContain('Unknown command reset-pasword (see mqdeck --help)')
  })

  it('starts after it was killed at any time of its first start', async () => {
    const all = ['mqdeck.lock', 'db/data.mdb', 'certs/key.pem', 'certs/cert.pem']
    const writtenSoFar = process.env.SLOW_TESTS ? all : ['certs/key.pem']
    for (const [index, name] of writtenSoFar.entries()) {
      const data = {
        MQDECK_DATA_DIR: join(folder.path, `killed-${index}`),
        MQDECK_SSL_ENABLE: 'true',
        MQDECK_SSL_PORT: '0',
      }
      const killed = launch([], data)
      await eventually(
        () => existsSync(join(data.MQDECK_DATA_DIR, name)),
        () => `no ${name}: ${killed.output()}`,
        startTimeoutMs,
      )
      await killed.kill()
      const second = launch([], data)
      await second.line(/Ctrl-C/, startTimeoutMs)
      expect(await login('admin', 'public')).not.toBe('')
      await interrupt(second)
    }
  })

  it('prints its help', async () => {
    const help = launch(['--help'])
    expect((await help.waitForExit(startTimeoutMs)).code).toBe(0)
    expect(help.output()).toContain('MQDECK_BIND')
    const version = launch(['--version'])
    expect((await version.waitForExit(startTimeoutMs)).code).toBe(0)
    expect(version.output().trim()).toBe('5.8.0')
  })
})
