import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Explanation } from '@mqdeck/contract'
import { connectRaw, eventually, startHttpServer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

const secret = 'hunter2-and-more'
const own = '/authentication/password_based%3Abuilt_in_database'
const authenticator = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
}
const file = {
  type: 'file',
  enable: true,
  rules: '{allow, {username, "ann"}, publish, ["a/#"]}.\n{allow, all, subscribe, ["a/+"]}.\n{deny, all}.',
}

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
  expect((await stage.call('POST', '/authentication', authenticator)).status).toBe(200)
  for (const [user_id, is_superuser] of [
    ['ann', false],
    ['root', true],
  ] as const)
    await stage.call('POST', `${own}/users`, { user_id, password: secret, is_superuser })
  expect((await stage.call('PUT', '/authorization/sources/file', file)).status).toBe(204)
})
afterAll(() => stage.stop())

const explain = async (asked: object): Promise<{ readonly status: number; readonly body: Explanation }> => {
  const { status, body } = await stage.call('POST', '/mqdeck/explain', { clientid: 'c1', ...asked })
  return { status, body: body as unknown as Explanation }
}
const at = () => ({ host: '127.0.0.1', port: stage.server.ports.tcp ?? 0 })

interface WithTotal {
  readonly metrics: { readonly total: number }
}

/** Reason codes of a real client: of CONNACK, and of PUBACK or SUBACK. */
async function reallyDo({ clientid = 'c1', username, password, action }: Asked): Promise<readonly number[]> {
  const refused = await stage.connect(clientid, { username, password }).then(
    async ({ end }) => {
      await end()
      return undefined
    },
    (error: { code?: number }) => error.code ?? -1,
  )
  if (refused !== undefined) return [refused]
  const client = await connectRaw(at(), {
    clientId: clientid,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: Buffer.from(password) }),
  })
  const codes =
    action?.type === 'publish'
      ? [await client.publish(action.topic, 'x', { qos: 1, retain: action.retain ?? false })]
      : action
        ? (await client.subscribe(action.topic)).granted
        : []
  await client.disconnect()
  return [0, ...codes.map(Number)]
}

interface Asked {
  readonly clientid?: string
  readonly username?: string
  readonly password?: string
  readonly action?: {
    readonly type: 'publish' | 'subscribe'
    readonly topic: string
    readonly qos?: 0 | 1
    readonly retain?: boolean
  }
}

const publish = (topic: string) => ({ type: 'publish', topic, qos: 1 }) as const
const ann = { username: 'ann', password: secret }

test.each<readonly [string, Asked, 'allow' | 'deny']>([
  ['the right password', ann, 'allow'],
  ['a wrong password', { ...ann, password: 'wrong' }, 'deny'],
  ['an unknown user', { username: 'eve', password: secret }, 'deny'],
  ['no password', { username: 'ann' }, 'deny'],
  ['no username', {}, 'deny'],
  ['a topic that a rule allows', { ...ann, action: publish('a/b') }, 'allow'],
  ['the same, delayed', { ...ann, action: publish('$delayed/60/a/b') }, 'allow'],
  ['a topic that no rule allows', { ...ann, action: publish('b') }, 'deny'],
  ['anything, for a superuser', { ...ann, username: 'root', action: publish('b') }, 'allow'],
  ['a subscription that a rule allows', { ...ann, action: { type: 'subscribe', topic: 'a/b', qos: 1 } }, 'allow'],
  ['a shared one', { ...ann, action: { type: 'subscribe', topic: '$share/g/a/b', qos: 1 } }, 'allow'],
  ['a filter that is wider than the rule', { ...ann, action: { type: 'subscribe', topic: 'a/#', qos: 1 } }, 'deny'],
])('the explanation equals the real decision: %s', async (_, asked, verdict) => {
  const { status, body } = await explain(asked)
  expect([status, body.result]).toEqual([200, verdict])
  const codes = await reallyDo(asked)
  const isAllowed = codes.every((code) => code < 0x80)
  expect(isAllowed ? 'allow' : 'deny').toBe(verdict)
  if (codes.length === 1 && !isAllowed) expect(body.authentication?.reason_code).toBe(codes[0])
})

test('a banned client is rejected before authentication, with the ban', async () => {
  await stage.call('POST', '/banned', { as: 'clientid', who: 'c-banned', reason: 'test' })
  const asked = { ...ann, clientid: 'c-banned' }
  const { body } = await explain(asked)
  expect(body).toMatchObject({
    result: 'deny',
    connect: { result: 'deny', reason_code: 0x8a, ban: { as: 'clientid', who: 'c-banned', reason: 'test' } },
    authentication: null,
    authorization: null,
  })
  expect(await reallyDo(asked)).toEqual([0x8a])
})

test('each step contains its result and the rule that decided', async () => {
  const { body } = await explain({ ...ann, action: publish('a/b') })
  expect(body.authentication).toMatchObject({
    by: 'password_based:built_in_database',
    steps: [
      {
        result: 'allow',
        notes: [
          { what: 'user looked up by username', detail: 'ann' },
          { what: 'the password is correct', detail: null },
        ],
      },
    ],
  })
  expect(body.authorization).toMatchObject({
    by: 'file',
    topic: 'a/b',
    cached: null,
    steps: [{ id: 'file', result: 'allow', notes: [{ what: 'matching rule' }] }],
  })
})

test('the cached decision of a connected client is shown, because it is valid until the cache is cleared', async () => {
  const client = await connectRaw(at(), { clientId: 'c-cached', username: 'ann', password: Buffer.from(secret) })
  await client.publish('b', 'x', { qos: 1 })
  const asked = { ...ann, clientid: 'c-cached', action: publish('b') }
  expect((await explain(asked)).body.authorization).toMatchObject({ result: 'deny', cached: 'deny' })
  await client.disconnect()
})

test('an explanation creates no connection, metrics or cache entries, and reveals no secret', async () => {
  const figures = async () => {
    const read = async (path: string) => (await stage.get(path)).body as unknown
    const metrics = (await read('/metrics?aggregate=true')) as Readonly<Record<string, number>>
    const authn = (await read(`${own}/status`)) as WithTotal
    const authz = (await read('/authorization/sources/file/status')) as WithTotal
    const clients = (await stage.get('/clients')).body.data.length
    const counted = Object.entries(metrics).filter(([name]) => /^(auth|client|session)/.test(name))
    expect(counted.length).toBeGreaterThan(10)
    return { counted, authn: authn.metrics.total, authz: authz.metrics.total, clients }
  }
  await stage.clear()
  await stage.call('PUT', '/configs/log', { audit: { enable: true, level: 'info' } })
  const before = await figures()
  const draft = { authentication: [{ ...authenticator, user_id_type: 'clientid' }], authorization: { sources: [] } }
  for (const asked of [{ password: secret }, { password: 'wrong-one-too' }, { password: secret, draft }]) {
    const { status, body } = await explain({ ...ann, ...asked, action: publish('a/b') })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/hunter2|wrong-one/)
  }
  expect(await figures()).toEqual(before)
  const audit = JSON.stringify((await stage.get('/audit?operation_id=/mqdeck/explain')).body)
  expect(audit).toContain('/mqdeck/explain')
  expect(audit).not.toMatch(/hunter2|wrong-one/)
})

test('a draft is used instead of the active settings, with the saved secrets', async () => {
  const http = await startHttpServer()
  http.answer(({ target }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ result: target.includes('ann') ? 'allow' : 'deny' }))
  })
  const source = {
    type: 'http',
    enable: false,
    method: 'get',
    url: `${http.origin}/authz?user=\${username}&topic=\${topic}`,
    headers: { 'x-key': 'secret-key' },
  }
  expect((await stage.call('POST', '/authorization/sources', source)).status).toBe(204)
  const { sources } = (await stage.get('/authorization/sources')).body as unknown as { sources: { type: string }[] }
  const [saved] = sources
  const { body } = await explain({
    ...ann,
    action: publish('b/c'),
    draft: { authorization: { sources: [{ ...saved, enable: true }] } },
  })
  expect(body.authorization).toMatchObject({ result: 'allow', by: 'http' })
  expect(body.authorization?.steps[0]?.notes[0]).toMatchObject({ what: 'request' })
  expect(http.requests().at(-1)?.headers['x-key']).toBe('secret-key')
  expect(JSON.stringify(body)).not.toContain('secret-key')
  expect((await explain({ ...ann, action: publish('b/c') })).body.authorization).toMatchObject({ by: 'file' })
  await http.down()
  await stage.call('DELETE', '/authorization/sources/http')
})

test('a backend that does not respond ends in a timeout, and a draft leaves no connection open', async () => {
  const connections = new Set<Socket>()
  // Never responds.
  const http = createServer(() => {}).on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // a server that listens on a port
  const slow = {
    mechanism: 'password_based',
    backend: 'http',
    method: 'post',
    url: `http://127.0.0.1:${port}/auth`,
    body: { password: '${password}' },
    request_timeout: '200ms',
  }
  const { body } = await explain({ ...ann, draft: { authentication: [slow, authenticator] } })
  expect(body).toMatchObject({ result: 'allow', authentication: { by: 'password_based:built_in_database' } })
  const [step] = body.authentication?.steps ?? []
  expect(step).toMatchObject({ id: 'password_based:http', result: 'failed' })
  expect(step?.took).toBeGreaterThan(150)
  expect(JSON.stringify(step)).not.toContain(secret)
  await eventually(
    () => connections.size === 0,
    () => `${connections.size} connections are open`,
  )
  await new Promise((resolve) => http.close(resolve))
})

test('an invalid draft is rejected as if it were saved', async () => {
  const { status, body } = await explain({ draft: { authentication: [{ ...authenticator, user_id_type: 'x' }] } })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('authentication.1.user_id_type')
  const rules = { authorization: { sources: [{ type: 'file', rules: '{allow' }] } }
  expect(JSON.stringify((await explain({ draft: rules })).body)).toContain('line 1, column')
  const twins = { authentication: [authenticator, authenticator] }
  expect(JSON.stringify((await explain({ draft: twins })).body)).toContain('is in the chain twice')
})

test('an invalid topic, an unknown listener and unknown fields are rejected', async () => {
  expect((await explain({ action: publish('a/#') })).status).toBe(400)
  expect((await explain({ listener: 'tcp:none' })).status).toBe(400)
  expect((await explain({ pasword: 'x' })).status).toBe(400)
  expect((await explain({ peerhost: 'here' })).status).toBe(400)
})

test('a listener without authentication accepts all clients', async () => {
  const { body } = await stage.get('/listeners/tcp:default')
  await stage.call('PUT', '/listeners/tcp:default', { ...body, enable_authn: false })
  const asked = { username: 'eve' }
  expect((await explain({ ...asked, listener: 'tcp:default' })).body).toMatchObject({
    result: 'allow',
    authentication: { by: 'listener', steps: [] },
  })
  expect((await reallyDo(asked))[0]).toBe(0)
  await stage.call('PUT', '/listeners/tcp:default', { ...body, enable_authn: true })
})

test('many wrong passwords lead to a delay', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => explain({ ...ann, password: `p${index}` })),
  )
  expect(answers.map(({ status }) => status)).toContain(429)
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'EXCEED_LIMIT' })
})

test('the default password is reported to administrators until it is changed', async () => {
  expect((await stage.get('/mqdeck/security')).body).toEqual({
    default_password: true,
    profile: 'open',
    data_folder_open: false,
    trusted_proxies: [],
  })
  const change = { old_pwd: 'public', new_pwd: 'Abcd1234!' }
  await stage.call('POST', '/users/admin/change_pwd', change)
  const token = await stage.login('admin', 'Abcd1234!')
  expect((await stage.call('GET', '/mqdeck/security', undefined, token)).body).toMatchObject({
    default_password: false,
  })
})
