import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@mqdeck/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeAtomically } from './atomic-file.ts'
import { keptVersions } from './history.ts'
import { createTestConfiguration, type TestConfiguration } from './test-configuration.ts'

const author = { by: 'alice', call: 'PUT /configs/global_zone' }
const bases = { dashboard: { listeners: { http: { bind: '127.0.0.1:18083' } }, default_password: 's3cret' } }

let one: TestConfiguration
beforeEach(async () => {
  one = await createTestConfiguration({ bases })
})
afterEach(() => one.remove())

const fileOf = ({ folder }: TestConfiguration) => join(folder, 'cluster.hocon')
const textOf = (configuration: TestConfiguration) => readFileSync(fileOf(configuration), 'utf8')
const problem = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof AppError) return error
  throw new Error(`expected an AppError, got ${String(error)}`)
}

describe('an update', () => {
  test('applies the roots that change, stores what differs from the defaults, and survives a restart', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 }, delayed: { enable: true } }, author)
    expect(one.applied).toEqual(['mqtt'])
    expect(one.configuration.get('mqtt')).toMatchObject({ max_inflight: 5, max_packet_size: '1MB' })
    expect(textOf(one).split('\n').slice(1).join('\n')).toBe('mqtt {max_inflight = 5}\n')
    expect(statSync(fileOf(one)).mode & 0o777).toBe(0o600)
    const again = await one.reopen()
    expect(again.configuration.plain('mqtt')).toMatchObject({ max_inflight: 5, idle_timeout: 15_000 })
  })

  test('that removes an overridden entry removes it permanently, also for a restart without the override', async () => {
    const bind = { path: ['listeners', 'tcp', 'default', 'bind'], value: '127.0.0.1:1', source: 'MQDECK_TCP_PORT' }
    const other = await one.reopen({ overrides: [bind] })
    await other.configuration.update({ listeners: { tcp: {} } }, author)
    await other.configuration.update({ listeners: { tcp: {}, ws: { a: { bind: '127.0.0.1:2' } } } }, author)
    expect(Object.keys(other.configuration.get('listeners').tcp)).toEqual([])
    expect(textOf(other).replace(/\s+/g, '')).toContain('listeners{ws{a{bind="127.0.0.1:2"}}}')
    const again = await one.reopen()
    expect(Object.keys(again.configuration.get('listeners').tcp)).toEqual([])
  })

  test('that changes nothing writes nothing', async () => {
    await one.configuration.update({ mqtt: {}, sys_topics: { sys_msg_interval: '1m' } }, author)
    expect(existsSync(fileOf(one))).toBe(false)
    expect(one.configuration.versions()).toEqual([])
  })

  test('is rejected as a whole if one value is, with the path', async () => {
    const changes = { delayed: { enable: false }, mqtt: { max_inflight: 0 } }
    const { message, status } = await problem(one.configuration.update(changes, author))
    expect(status).toBe(400)
    expect(JSON.parse(message)).toMatchObject({ path: 'mqtt.max_inflight', reason: 'must be between 1 and 65535' })
    expect(one.applied).toEqual([])
    expect(one.configuration.get('delayed').enable).toBe(true)
  })

  test.each(['mqtt', 'delayed', 'sys_topics'] as const)(
    'undoes everything if %s cannot be applied',
    async (failing) => {
      one.failOnce(failing)
      const changes = {
        mqtt: { max_inflight: 5 },
        delayed: { enable: false },
        sys_topics: { sys_msg_interval: 'disabled' },
      }
      await expect(one.configuration.update(changes, author)).rejects.toThrow(`${failing} does not want to`)
      const done = ['mqtt', 'delayed', 'sys_topics'].slice(0, ['mqtt', 'delayed', 'sys_topics'].indexOf(failing))
      expect(one.applied).toEqual([...done, ...done.toReversed()])
      expect(one.configuration.get('mqtt').max_inflight).toBe(32)
      expect(existsSync(fileOf(one))).toBe(false)
      await one.configuration.update(changes, author)
      expect(one.configuration.get('mqtt').max_inflight).toBe(5)
    },
  )

  test('keeps a secret that is sent back as ******, and never shows it', async () => {
    expect(one.configuration.shown('dashboard').default_password).toBe('******')
    const body = { ...one.configuration.shown('dashboard'), cors: true }
    await one.configuration.update({ dashboard: body }, author)
    expect(one.configuration.get('dashboard')).toMatchObject({ cors: true, default_password: 's3cret' })
    expect(textOf(one)).not.toContain('s3cret')
  })

  test('rejects ****** if there was no secret', async () => {
    const https = { bind: '127.0.0.1:1', ssl_options: { password: '******' } }
    const { message } = await problem(one.configuration.update({ dashboard: { listeners: { https } } }, author))
    expect(JSON.parse(message)).toMatchObject({ path: 'dashboard', value: '******' })
  })

  test('waits for the previous one', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    await Promise.all(numbers.map((max_inflight) => one.configuration.update({ mqtt: { max_inflight } }, author)))
    expect(one.configuration.get('mqtt').max_inflight).toBe(20)
    expect(one.configuration.versions().map(({ version }) => version)).toEqual([1, ...numbers.map((n) => n + 1)])
    const counts = numbers.map(() =>
      one.configuration.change(
        (view) => ({ mqtt: { ...view.get('mqtt'), max_inflight: view.get('mqtt').max_inflight + 1 } }),
        author,
      ),
    )
    await Promise.all(counts)
    expect(one.configuration.get('mqtt').max_inflight).toBe(40)
  })

  test.each([
    ['the history', 'history'],
    ['the file', 'cluster.hocon'],
  ])('changes nothing when %s cannot be written', async (_, place) => {
    let full = false
    const other = await createTestConfiguration({
      bases,
      write: (file, text) => {
        const fails = full && file.includes(place)
        return fails
          ? Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
          : writeAtomically(file, text)
      },
    })
    await other.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    const before = textOf(other)
    full = true
    const { code, message } = await problem(other.configuration.update({ mqtt: { max_inflight: 6 } }, author))
    expect(code).toBe('SERVICE_UNAVAILABLE')
    expect(message).toContain('the disk is full')
    expect(other.applied).toEqual(['mqtt', 'mqtt', 'mqtt'])
    expect(other.configuration.get('mqtt').max_inflight).toBe(5)
    expect(textOf(other)).toBe(before)
    expect(other.configuration.versions().at(-1)?.current).toBe(true)
    await other.remove()
  })
})

describe('values from start options', () => {
  const overrides = [{ path: ['mqtt', 'max_inflight'], value: '50', source: 'MQDECK_MQTT_MAX_INFLIGHT' }]

  test('override stored values at every start, and are not stored', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    const forced = await one.reopen({ overrides })
    expect(forced.configuration.get('mqtt').max_inflight).toBe(50)
    await forced.configuration.update({ mqtt: { ...forced.configuration.get('mqtt'), max_qos_allowed: 1 } }, author)
    expect(textOf(forced)).toContain('mqtt {max_inflight = 5, max_qos_allowed = 1}')
    await forced.configuration.update({ mqtt: { max_inflight: 7 } }, author)
    expect(forced.configuration.get('mqtt').max_inflight).toBe(7)
    expect((await one.reopen({ overrides })).configuration.get('mqtt').max_inflight).toBe(50)
    expect((await one.reopen()).configuration.get('mqtt').max_inflight).toBe(7)
  })

  test('are rejected with their source if they are invalid', async () => {
    const bad = [{ path: ['mqtt', 'max_inflight'], value: 0, source: 'MQDECK_MQTT_MAX_INFLIGHT' }]
    await expect(one.reopen({ overrides: bad })).rejects.toThrow(
      'MQDECK_MQTT_MAX_INFLIGHT: mqtt.max_inflight: must be between',
    )
  })
})

describe('a map', () => {
  test('is stored as a whole, so that a deleted entry stays deleted after a restart', async () => {
    const file = { audit: { path: '${EMQX_LOG_DIR}/a.log' } }
    await one.configuration.update({ log: { file } }, author)
    expect(textOf(one)).toMatch(/audit {\s+path = "\$\{EMQX_LOG_DIR\}\/a.log"\s+}/)
    expect(Object.keys((await one.reopen()).configuration.get('log').file)).toEqual(['audit'])
  })
})

describe('the history', () => {
  test('contains user, changes and call, and every version can be restored, including the first', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    await one.configuration.update(
      { mqtt: { max_inflight: 6 }, delayed: { enable: false } },
      { ...author, by: 'b\n"ob' },
    )
    expect(one.configuration.versions()).toMatchObject([
      { version: 1, by: 'mqdeck', call: 'start', current: false },
      { version: 2, ...author, changed: ['mqtt.max_inflight'], current: false },
      { version: 3, by: 'b\n"ob', changed: ['mqtt.max_inflight', 'delayed.enable'], current: true },
    ])
    const second = one.configuration.version(2)
    expect(second).toMatchObject({ mqtt: { max_inflight: 5 }, delayed: { enable: true } })
    await one.configuration.update(second ?? {}, author)
    expect(one.configuration.get('mqtt').max_inflight).toBe(5)
    await one.configuration.update(one.configuration.version(1) ?? {}, author)
    expect(one.configuration.get('mqtt').max_inflight).toBe(32)
    expect(one.configuration.version(99)).toBeUndefined()
  })

  test(`keeps ${keptVersions} versions, numbers going on after a restart`, async () => {
    for (let n = 1; n <= keptVersions + 5; n++)
      await one.configuration.update({ mqtt: { max_inflight: n + 1 } }, author)
    const kept = one.configuration.versions()
    expect(kept.length).toBe(keptVersions)
    const again = await one.reopen()
    await again.configuration.update({ mqtt: { max_inflight: 1 } }, author)
    expect(again.configuration.versions().at(-1)?.version).toBe((kept.at(-1)?.version ?? 0) + 1)
  })

  test('drops a version that was not active because of a crash', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    writeFileSync(join(one.folder, 'history/000003.hocon'), '# at: ""\n# by: ""\n# call: ""\n# changed: []\nmqtt {}\n')
    const again = await one.reopen()
    expect(again.configuration.versions().map(({ version }) => version)).toEqual([1, 2])
    expect(again.configuration.get('mqtt').max_inflight).toBe(5)
  })

  test('keeps its versions if the file was manually replaced with an older one', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    const old = textOf(one)
    for (const max_inflight of [6, 7]) await one.configuration.update({ mqtt: { max_inflight } }, author)
    writeFileSync(fileOf(one), old)
    const again = await one.reopen()
    expect(again.configuration.get('mqtt').max_inflight).toBe(5)
    expect(again.configuration.versions().map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
    expect(again.configuration.versions().at(-1)).toMatchObject({ by: 'mqdeck', current: true })
  })

  test('gets a version for manual edits', async () => {
    await one.configuration.update({ mqtt: { max_inflight: 5 } }, author)
    writeFileSync(fileOf(one), textOf(one).replace('max_inflight = 5', 'max_inflight = 8'))
    const again = await one.reopen()
    expect(again.configuration.get('mqtt').max_inflight).toBe(8)
    expect(again.configuration.versions().at(-1)).toMatchObject({ version: 3, by: 'mqdeck', current: true })
    const still = await again.reopen()
    expect(still.configuration.versions().length).toBe(3)
    rmSync(fileOf(one))
    expect((await one.reopen()).configuration.get('mqtt').max_inflight).toBe(32)
  })
})

describe('an invalid file', () => {
  test.each([
    [
      'a value out of range',
      'delayed {enable = true}\nmqtt {\n  max_inflight = 0\n}\n',
      'line 3, mqtt.max_inflight: must be between 1 and 65535',
    ],
    ['an unknown field', 'mqtt {\n  max_inflght = 3\n}\n', 'line 2, mqtt.max_inflght: is not known'],
    ['an unknown root', '\nmqqt {max_inflight = 3}\n', 'line 2, mqqt: is not known; did you mean mqtt?'],
    ['half a file', 'mqtt {\n  max_inflight = ', 'line 2'],
  ])('is reported with line and key, and not changed: %s', async (_, text, expected) => {
    mkdirSync(one.folder, { recursive: true })
    writeFileSync(fileOf(one), text)
    const entries = readdirSync(one.folder)
    await expect(one.reopen()).rejects.toThrow(expected)
    await expect(one.reopen()).rejects.toThrow(fileOf(one))
    expect(textOf(one)).toBe(text)
    expect(readdirSync(one.folder)).toEqual(entries)
  })
})
