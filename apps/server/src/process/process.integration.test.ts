import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  eventually,
  freePorts,
  type RunningProcess,
  startProcess,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program } from './test-program.ts'

/** On a busy machine. */
const startTime = 25_000

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
  await launched.line(/Ctrl-C/, startTime)
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
async function fill(token: string): Promise<void> {
  const user = { username: 'second', password: 'Abcd1234!', description: '', role: 'viewer' }
  expect((await call('POST', '/users', token, user)).status).toBe(200)
  const away = await connect('away')
  await away.client.subscribeAsync('q/#', { qos: 1 })
  await away.end()
  const publisher = await connect('publisher')
  await publisher.client.publishAsync('kept', 'retained', { qos: 1, retain: true })
  await publisher.client.publishAsync('q/1', 'queued', { qos: 1 })
  await publisher.end()
}

async function expectAllThere(token: string): Promise<void> {
  expect((await call('GET', '/clients', token)).status).toBe(200)
  await login('second', 'Abcd1234!')
  const back = await connect('away')
  expect(await back.message('q/1')).toBe('queued')
  await back.client.subscribeAsync('kept')
  expect(await back.message('kept')).toBe('retained')
  await back.end()
}

const delayedLimit = async (token: string): Promise<number> =>
  JSON.parse(await (await call('GET', '/mqtt/delayed', token)).text()).max_delayed_messages

/** Increments the limit repeatedly, and kills the process during a change. Returns the last acknowledged limit. */
async function changeUntilKilled(running: RunningProcess, token: string, from: number, killAfter: number) {
  const raise = (limit: number) => call('PUT', '/mqtt/delayed', token, { max_delayed_messages: limit })
  for (let limit = from + 1; limit <= from + killAfter; limit++) expect((await raise(limit)).status).toBe(200)
  const underWay = raise(from + killAfter + 1).catch(() => undefined) // the connection is closed with the process
  await running.kill()
  await underWay
  return from + killAfter
}

describe('the process', () => {
  it('keeps users, sign-ins, retained messages and sessions after Ctrl-C and a restart', async () => {
    const first = await start()
    const token = await login('admin', 'public')
    await fill(token)
    await interrupt(first)
    await start()
    await expectAllThere(token)
  })

  it('keeps them after kill -9', async () => {
    const first = await start()
    const token = await login('admin', 'public')
    await fill(token)
    await first.kill()
    await start()
    await expectAllThere(token)
  })

  it('prints addresses, user, open ports, and whether the default password is unchanged', async () => {
    const first = await start()
    for (const text of [
      `http://127.0.0.1:${ports[0]}`,
      'admin / public',
      'this is the default password',
      `${ports[1]}`,
      'only this machine can reach them',
      'anyone who can reach these ports can connect',
      join(folder.path, 'data'),
    ]) {
      expect(first.output()).toContain(text)
    }
    const token = await login('admin', 'public')
    await call('POST', '/users/admin/change_pwd', token, { old_pwd: 'public', new_pwd: 'Abcd1234!' })
    await interrupt(first)
    expect((await start()).output()).toContain('the password has been changed')
  })

  it('stops immediately at a second Ctrl-C', async () => {
    const running = await start()
    process.kill(running.pid, 'SIGINT')
    await eventually(
      () => running.output().includes('Stopping'),
      () => running.output(),
    )
    process.kill(running.pid, 'SIGINT')
    // It may have stopped already.
    expect([0, 130]).toContain((await running.waitForExit()).code)
  })

  it('reports which port is in use and how to choose another', async () => {
    await start()
    const second = launch([], { MQDECK_DATA_DIR: join(folder.path, 'other') })
    expect((await second.waitForExit(startTime)).code).toBe(1)
    expect(second.output()).toContain(`Port ${ports[0]} (dashboard.port) is in use`)
    expect(second.output()).toContain('MQDECK_DASHBOARD_PORT')
    const third = launch([], { MQDECK_DATA_DIR: join(folder.path, 'third'), MQDECK_DASHBOARD_PORT: '0' })
    await third.line(/Ctrl-C/, startTime)
    expect(third.output()).toContain(
      `NOT STARTED: listener:tcp:default, bind: eaddrinuse: 127.0.0.1:${ports[1]} is in use`,
    )
  })

  it('reports that another process uses the data folder', async () => {
    const first = await start()
    const second = launch()
    expect((await second.waitForExit(startTime)).code).toBe(1)
    expect(second.output()).toContain(`in use by another MQDeck (process ${first.pid})`)
  })

  it('reports an address that does not belong to this machine', async () => {
    const running = launch([], { MQDECK_BIND: '203.0.113.1' })
    expect((await running.waitForExit(startTime)).code).toBe(1)
    expect(running.output()).toContain('203.0.113.1 is not an address of this machine')
  })

  it('reads the file in its folder, and reports errors in it', async () => {
    writeFileSync(join(folder.path, 'mqdeck.yaml'), 'dashboard:\n  prot: 1\n')
    const running = launch()
    expect((await running.waitForExit(startTime)).code).toBe(1)
    expect(running.output()).toContain('dashboard.prot in mqdeck.yaml: unknown key; did you mean dashboard.port?')
  })

  it('sets a new password while it is stopped, and rejects it while it is running', async () => {
    const first = await start()
    const token = await login('admin', 'public')
    const refused = launch(['reset-password', 'admin'])
    expect((await refused.waitForExit(startTime)).code).toBe(1)
    expect(refused.output()).toContain(`in use by another MQDeck (process ${first.pid}). Stop it first`)
    await interrupt(first)

    const tooSimple = launch(['reset-password', 'admin'])
    tooSimple.write('short\n')
    expect((await tooSimple.waitForExit(startTime)).code).toBe(1)
    expect(tooSimple.output()).toContain('The range of password length is 8~64')

    const reset = launch(['reset-password', 'admin'])
    reset.write('Abcd1234!\n')
    expect((await reset.waitForExit(startTime)).code).toBe(0)
    expect(reset.output()).toContain('admin has a new password')

    await start()
    expect((await call('GET', '/users', token)).status).toBe(401)
    expect((await call('POST', '/login', '', { username: 'admin', password: 'public' })).status).toBe(401)
    expect(await login('admin', 'Abcd1234!')).not.toBe('')
  })

  it('asks twice for the new password on a terminal and does not show it', async () => {
    await interrupt(await start())
    const reset = launchOnTerminal(['reset-password', 'admin'])
    for (const question of ['New password:', 'Repeat the password:']) {
      await eventually(
        () => reset.output().includes(question),
        () => reset.output(),
        startTime,
      )
      reset.write('Abcd1234!\r')
    }
    expect((await reset.waitForExit(startTime)).code).toBe(0)
    expect(reset.output()).toContain('admin has a new password')
    expect(reset.output()).not.toContain('Abcd')
    await start()
    expect(await login('admin', 'Abcd1234!')).not.toBe('')
  })

  it('reports an invalid command line by its exit code', async () => {
    const wrong = launch(['reset-pasword', 'admin'])
    expect((await wrong.waitForExit(startTime)).code).toBe(2)
    expect(wrong.output()).toContain('Unknown command reset-pasword (see mqdeck --help)')
  })

  it('starts after it was killed at any time of its first start', async () => {
    const all = ['mqdeck.lock', 'db/data.mdb', 'certs/key.pem', 'certs/cert.pem']
    const writtenSoFar = process.env.SLOW_TESTS ? all : all.slice(1, 3)
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
        startTime,
      )
      await killed.kill()
      const second = launch([], data)
      await second.line(/Ctrl-C/, startTime)
      expect(await login('admin', 'public')).not.toBe('')
      await interrupt(second)
    }
  })

  it('logs neither passwords nor tokens', async () => {
    const running = await start({ MQDECK_LOG_LEVEL: 'debug' })
    const token = await login('admin', 'public')
    await call('POST', '/login', '', { username: 'admin', password: 'Wrong-pass1' })
    await call('POST', '/users/admin/change_pwd', token, { old_pwd: 'public', new_pwd: 'Right-pass1' })
    await call('GET', `/clients?token=${token}`, token)
    await interrupt(running)
    const log = running.output().slice(running.output().indexOf('Ctrl-C'))
    expect(log).toContain('/users/admin/change_pwd')
    for (const secret of [token, 'Wrong-pass1', 'Right-pass1', 'public']) expect(log).not.toContain(secret)
  })

  it('survives an unhandled error: logs it, raises an alarm and continues', async () => {
    const crash = join(folder.path, 'crash.mjs')
    writeFileSync(
      crash,
      "process.on('SIGUSR2', () => { void Promise.reject(new Error('nobody waited')); throw new Error('it broke') })",
    )
    const running = launch([], { NODE_OPTIONS: `--import ${crash}` })
    await running.line(/Ctrl-C/, startTime)
    process.kill(running.pid, 'SIGUSR2')
    await running.line(/uncaught_exception.*nobody waited/)
    const token = await login('admin', 'public')
    const alarms = await (await call('GET', '/alarms', token)).text()
    expect(alarms).toContain('unexpected error, the server keeps running: it broke')
    await interrupt(running)
    const log = readFileSync(join(folder.path, 'data/log/emqx.log.1'), 'utf8')
    expect(log).toMatch(/^\S+ \[error\] msg: uncaught_exception, error: "Error: it broke/m)
  })

  it('exits after an error that reports a damaged store', async () => {
    const crash = join(folder.path, 'crash.mjs')
    writeFileSync(
      crash,
      "process.on('SIGUSR2', () => { throw Object.assign(new Error('MDB_CORRUPTED: Located page was wrong type'), { code: -30796 }) })",
    )
    const running = launch([], { NODE_OPTIONS: `--import ${crash}` })
    await running.line(/Ctrl-C/, startTime)
    process.kill(running.pid, 'SIGUSR2')
    expect((await running.waitForExit()).code).toBe(1)
    const log = readFileSync(join(folder.path, 'data/log/emqx.log.1'), 'utf8')
    expect(log).toMatch(/uncaught_exception, error: "Error: MDB_CORRUPTED/)
  })

  it('starts nothing and changes nothing if the stored configuration is invalid, and reports line and key', async () => {
    const configs = join(folder.path, 'data/configs')
    mkdirSync(configs, { recursive: true })
    const file = join(configs, 'cluster.hocon')
    const refused = async (text: string) => {
      writeFileSync(file, text)
      const running = launch()
      expect((await running.waitForExit(startTime)).code).toBe(1)
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(readdirSync(configs)).toEqual(['cluster.hocon'])
      return running.output()
    }
    expect(await refused('delayed {enable = false}\nmqtt {\n  max_inflight = 0\n}\n')).toContain(
      `${file}: line 3, mqtt.max_inflight: must be between 1 and 65535`,
    )
    const rule = '  {action = all, source_topic = "a", dest_topic = "b", re = "("}\n'
    expect(await refused(`rewrite = [\n${rule}]\n`)).toContain(`${file}: line 2, rewrite.1.re: `)
    expect(await refused('mqtt {max_inflight = 3')).toContain(`${file}: line 1`)
  })

  it('has the old or the new configuration after a kill during a change', async () => {
    let answered = 0
    for (const killAfter of process.env.SLOW_TESTS ? [1, 2, 5, 9] : [2]) {
      const running = await start()
      const token = await login('admin', 'public')
      const found = await delayedLimit(token)
      // Acknowledged changes exist. An unacknowledged one may exist, too.
      expect(found).toBeGreaterThanOrEqual(answered)
      answered = await changeUntilKilled(running, token, found, killAfter)
    }
    const running = await start()
    const token = await login('admin', 'public')
    expect(await delayedLimit(token)).toBeGreaterThanOrEqual(answered)
    const list: { data: { version: number; current: boolean }[] } = JSON.parse(
      await (await call('GET', '/mqdeck/config_versions', token)).text(),
    )
    expect(list.data.filter(({ current }) => current)).toEqual([list.data[0]])
    expect(readdirSync(join(folder.path, 'data/configs')).filter((name) => name.startsWith('.'))).toEqual([])
    await interrupt(running)
  }, 180_000)

  it('prints its help', async () => {
    const help = launch(['--help'])
    expect((await help.waitForExit(startTime)).code).toBe(0)
    expect(help.output()).toContain('MQDECK_BIND')
    const version = launch(['--version'])
    expect((await version.waitForExit(startTime)).code).toBe(0)
    expect(version.output().trim()).toBe('5.8.0')
  })
})
