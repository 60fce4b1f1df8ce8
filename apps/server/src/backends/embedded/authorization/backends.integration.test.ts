import { connectMqttJs, type MqttJsClient, mosquittoPublish, mosquittoSubscribe, uniqueName } from '@mqdeck/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import {
  answerHttp,
  expectDown,
  expectUp,
  memberStatus,
  reach,
  type TestBackends,
  useBackends,
} from '../../../test-backends.ts'

const notAuthorized = 0x87

/** A source that an administrator creates. It allows its user (`ann-` and the type) topics below `type/open/`. */
interface Row {
  readonly type: string
  /** Creates the rule. */
  readonly fill?: (backends: TestBackends, username: string, topic: string) => Promise<unknown>
  readonly settings: (backends: TestBackends) => object
  /** False for sources without an external backend. */
  readonly isOutside: boolean
}

const userOf = ({ type }: Row) => `ann-${type}`
const openTo = ({ type }: Row) => `${type}/open/#`
const query = 'SELECT permission, action, topic FROM mqtt_acl WHERE username = ${username}'
const table = (text: string, username: string, topic: string) => `
  CREATE TABLE mqtt_acl (username ${text}, permission ${text}, action ${text}, topic ${text});
  INSERT INTO mqtt_acl VALUES ('${username}', 'allow', 'all', '${topic}');
`

const rows: readonly Row[] = [
  {
    type: 'mysql',
    fill: ({ mysql }, username, topic) => mysql.run(table('VARCHAR(99)', username, topic)),
    settings: ({ mysql }) => ({ ...reach.sql(mysql), query }),
    isOutside: true,
  },
  {
    type: 'postgresql',
    fill: ({ postgresql }, username, topic) => postgresql.run(table('TEXT', username, topic)),
    settings: ({ postgresql }) => ({ ...reach.sql(postgresql), query }),
    isOutside: true,
  },
  {
    type: 'mongodb',
    fill: async ({ mongodb }, username, topic) =>
      mongodb.run('mqtt', {
        insert: 'acl',
        documents: [{ username, permission: 'allow', action: 'all', topics: [topic] }],
      }),
    settings: ({ mongodb }) => ({
      ...reach.mongodb(mongodb),
      collection: 'acl',
      filter: { username: '${username}' },
    }),
    isOutside: true,
  },
  {
    type: 'redis',
    fill: ({ redis }, username, topic) => redis.run('HSET', `mqtt_acl:${username}`, topic, 'all'),
    settings: ({ redis }) => ({ ...reach.redis(redis), cmd: 'HGETALL mqtt_acl:${username}' }),
    isOutside: true,
  },
  {
    type: 'ldap',
    fill: ({ ldap }, uid, topic) =>
      ldap.add({
        dn: `uid=${uid},${ldap.base}`,
        attributes: { objectClass: 'mqttUser', uid, mqttPubSubTopic: topic },
      }),
    settings: ({ ldap }) => reach.ldap(ldap),
    isOutside: true,
  },
  {
    type: 'http',
    settings: ({ http }) => ({
      method: 'post',
      url: `${http.origin}/authz`,
      body: { username: '${username}', topic: '${topic}' },
      headers: { 'content-type': 'application/json' },
    }),
    isOutside: true,
  },
  { type: 'built_in_database', settings: () => ({}), isOutside: false },
  {
    type: 'file',
    settings: () => ({
      rules: '{allow, {user, "ann-file"}, all, ["file/open/#"]}.\n{allow, {user, "watcher"}, subscribe, ["#"]}.\n',
    }),
    isOutside: false,
  },
]

/** Receives everything that is published. */
let watcher: MqttJsClient
const seen: string[] = []

const running = useBackends(async ({ stage, backends }) => {
  answerHttp(backends.http, {
    authz: ({ body }) => {
      const { username, topic }: { readonly username: string; readonly topic: string } = JSON.parse(body)
      return { result: username === 'ann-http' && topic.startsWith('http/open/') ? 'allow' : 'ignore' }
    },
  })
  await Promise.all(rows.map((row) => row.fill?.(backends, userOf(row), openTo(row))))
  expect((await stage.call('DELETE', '/authorization/sources/file')).status).toBe(204)
  // Denied actions are only reported, and nothing is cached.
  const settings = { no_match: 'deny', deny_action: 'ignore', cache: { enable: false } }
  expect((await stage.call('PUT', '/authorization/settings', settings)).status).toBe(200)
})

// Runs before the server stops.
afterAll(() => watcher?.end())

const endpoint = () => ({ host: '127.0.0.1', port: running.stage.server.ports.tcp ?? 0 })
const enter = (username: string) => connectMqttJs(endpoint(), { clientId: uniqueName(username), username })
/** 0, or the reason code of the denying PUBACK. */
const codeOf = (sent: Promise<unknown>): Promise<number> =>
  sent.then(
    () => 0,
    (error: { readonly code: number }) => error.code,
  )
const codeFor = async (row: Row, topic: string) => {
  const { client, end } = await enter(userOf(row))
  const code = await codeOf(client.publishAsync(topic, 'x', { qos: 1 }))
  await end()
  return code
}

const pathOf = ({ type }: Row) => `/authorization/sources/${type}`
const statusOf = (row: Row) => memberStatus(running.stage, pathOf(row))

describe('each source, created through the API of a running server', () => {
  test.each(rows)('$type allows what the rule of its user allows, and nothing else', async (row) => {
    const { type } = row
    const settings = { type, enable: true, ...row.settings(running.backends) }
    expect(await running.stage.call('POST', '/authorization/sources', settings)).toMatchObject({ status: 204 })
    expect(await statusOf(row)).toMatchObject({ status: 'connected', node_error: [] })
    if (type === 'built_in_database') {
      const rule = { permission: 'allow', action: 'all', topic: openTo(row) }
      const given = [{ username: userOf(row), rules: [rule] }]
      const added = await running.stage.call('POST', '/authorization/sources/built_in_database/rules/users', given)
      expect(added.status).toBe(204)
    }

    const { client, message, end } = await enter(userOf(row))
    expect(await client.subscribeAsync(`${type}/open/+`, { qos: 1 })).toMatchObject([{ qos: 1 }])
    await expect(client.subscribeAsync(`${type}/closed`, { qos: 1 })).rejects.toThrow('Not authorized')
    expect(await codeOf(client.publishAsync(`${type}/closed`, 'x', { qos: 1 }))).toBe(notAuthorized)

    const login = ['-u', userOf(row), '-q', '1', '-V', '5']
    const reader = await mosquittoSubscribe(endpoint(), { args: [...login, '-v', '-t', openTo(row)] })
    const publish = (topic: string, text: string) =>
      mosquittoPublish(endpoint(), { args: [...login, '-t', topic, '-m', text] })
    await publish(`${type}/closed`, 'denied').catch(() => undefined) // some versions exit with an error, some print a message
    await publish(`${type}/open/1`, 'from mosquitto')
    expect(await message(`${type}/open/1`)).toBe('from mosquitto')
    await client.publishAsync(`${type}/open/2`, 'from MQTT.js', { qos: 1 })
    await reader.line(new RegExp(`^${type}/open/2 from MQTT.js$`))
    expect(reader.output()).not.toContain('closed')
    await reader.stop()
    await end()
  })

  test('in one chain, each source decides only for its own user', async () => {
    watcher = await enter('watcher')
    watcher.client.on('message', (topic) => seen.push(topic))
    await watcher.client.subscribeAsync('#')
    const codes: (readonly [owner: string, type: string, code: number])[] = []
    for (const row of rows)
      codes.push(
        ...(await Promise.all(
          rows.map(async ({ type }) => [row.type, type, await codeFor(row, `${type}/open/x`)] as const),
        )),
      )
    expect(codes).toEqual(codes.map(([owner, type]) => [owner, type, owner === type ? 0 : notAuthorized]))
    await watcher.message('file/open/x')
    expect([...seen].sort()).toEqual(rows.map(({ type }) => `${type}/open/x`).sort())
  })

  test('when all backends stop, each source reports a reason, the others continue, and all reconnect', async () => {
    const outside = rows.filter(({ isOutside }) => isOutside)
    const members = outside.map((row) => ({ name: row.type, path: pathOf(row) }))
    const gone = { stage: running.stage, part: 'authz', members } as const
    await running.backends.kill()
    for (const row of rows)
      expect([row.type, await codeFor(row, `${row.type}/open/1`)]).toEqual([
        row.type,
        row.isOutside ? notAuthorized : 0,
      ])
    await expectDown(gone)
    await running.backends.start()
    await expectUp(gone)
    for (const row of rows) expect([row.type, await codeFor(row, `${row.type}/open/1`)]).toEqual([row.type, 0])
  })
})
