import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectRaw, eventually } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

interface Line {
  readonly time: string
  readonly level: string
  readonly msg: string
  readonly meta: Readonly<Record<string, unknown>>
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await server.clear()
  await server.call('DELETE', '/trace')
})
afterAll(() => server.stop())

const endpoint = () => ({ host: '127.0.0.1', port: server.server.ports.tcp ?? 0 })
const create = (name: string, more: object) => server.call('POST', '/trace', { name, ...more })
// biome-ignore lint/suspicious/noExplicitAny: tests compare answers as a whole
const bodyOf = async (path: string): Promise<any> => (await server.get(path)).body
const textOf = async (name: string): Promise<string> => (await bodyOf(`/trace/${name}/log?bytes=10000000`)).items
const linesOf = async (name: string): Promise<readonly Line[]> =>
  (await textOf(name))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const namesOf = (lines: readonly Line[]) => lines.map(({ msg }) => msg)
const packetsOf = (lines: readonly Line[], msg: string) =>
  lines.filter((line) => line.msg === msg).map(({ meta }) => String(meta.packet))
const has = (name: string, msg: string) =>
  eventually(
    async () => (await textOf(name)).includes(msg),
    () => `no ${msg}`,
  )

test('the trace of a client contains all its events', async () => {
  expect(await create('all', { type: 'clientid', clientid: 'c1', formatter: 'json' })).toMatchObject({
    status: 200,
    body: { name: 'all', status: 'running', log_size: expect.any(Object), clientid: 'c1', payload_encode: 'text' },
  })
  const undo = server.server.broker.hooks.fold(
    'client.authorize',
    (before, _client, { topic }) => (topic === 'secret' ? 'deny' : before),
    { priority: -1 },
  )
  const client = await connectRaw(endpoint(), {
    clientId: 'c1',
    username: 'u1',
    password: Buffer.from('hush-hush'),
    will: { topic: 'will/c1', payload: Buffer.from('gone'), qos: 0, retain: false },
  })
  await client.subscribe('a/+', { qos: 1 })
  await client.publish('a/b', 'hello', { qos: 1 })
  await client.receive()
  await client.publish('secret', 'x', { qos: 1 })
  undo()
  const other = await connectRaw(endpoint(), { clientId: 'c2' })
  await other.publish('nobody/there', 'x', { qos: 1 })
  client.destroy()
  await has('all', 'session_terminated')
  const text = await textOf('all')
  const lines = await linesOf('all')
  expect(namesOf(lines)).toEqual(
    expect.arrayContaining([
      'mqtt_packet_received',
      'authentication_result',
      'session_created',
      'mqtt_packet_sent',
      'authorization_module_match',
      'authorization_permission_allowed',
      'subscribe',
      'publish_to',
      'publish_will_msg',
      'emqx_connection_terminated',
      'session_terminated',
    ]),
  )
  const received = packetsOf(lines, 'mqtt_packet_received')
  expect(received[0]).toBe(
    'CONNECT(Q0, R0, D0, ClientId=c1, ProtoName=MQTT, ProtoVsn=5, CleanStart=true, KeepAlive=60, Username=u1, Password=******, Will(Q0, R0, Topic=will/c1 Payload=gone))'.replace(
      /KeepAlive=\d+/,
      /KeepAlive=\d+/.exec(received[0] ?? '')?.[0] ?? '',
    ),
  )
  expect(received).toContainEqual(
    expect.stringMatching(
      /^SUBSCRIBE\(Q1, R0, D0, PacketId=\d+ TopicFilters=\[a\/\+\(#\{nl => 0,qos => 1,rap => \d,rh => 0\}\)\]\)$/,
    ),
  )
  expect(received).toContainEqual(
    expect.stringMatching(/^PUBLISH\(Q1, R0, D0, Topic=a\/b, PacketId=\d+, Payload=hello\)$/),
  )
  const sent = packetsOf(lines, 'mqtt_packet_sent')
  expect(sent[0]).toBe('CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=0)')
  expect(sent).toContainEqual(expect.stringMatching(/^PUBACK\(Q0, R0, D0, PacketId=\d+, ReasonCode=0\)$/))
  expect(sent).toContainEqual(expect.stringMatching(/^PUBLISH\(Q1, R0, D0, Topic=a\/b, PacketId=\d+, Payload=hello\)$/))
  const denied = lines.find(({ msg }) => msg === 'cannot_publish_to_topic_due_to_not_authorized')
  expect(denied).toMatchObject({
    level: 'warning',
    meta: { clientid: 'c1', topic: 'secret', trace_tag: 'AUTHZ' },
  })
  expect(lines.every(({ meta }) => meta.clientid === 'c1')).toBe(true)
  expect(text).not.toContain('hush-hush')
})

test("text traces have EMQX's format, and can be read while they grow", async () => {
  await create('text', { type: 'clientid', clientid: 'c1' })
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  await client.publish('a/b', 'hello', { qos: 1 })
  const text = await textOf('text')
  expect(text).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00 \[MQTT\] c1@127\.0\.0\.1:\d+ msg: mqtt_packet_received, packet: CONNECT\(/,
  )
  expect(text).toMatch(
    /\[PUBLISH\] c1@127\.0\.0\.1:\d+ msg: publish_to, payload_encode: text, topic: a\/b, payload: hello\n/,
  )
  const { meta } = await bodyOf('/trace/text/log?bytes=100')
  expect(meta).toEqual({ position: 100, bytes: 100 })
  expect((await bodyOf('/trace/text/log?bytes=1000000&position=100')).items).toBe(text.slice(100))
  const [detail] = await bodyOf('/trace/text/log_detail')
  expect(detail).toMatchObject({ node: expect.stringContaining('@'), size: expect.any(Number) })
  expect(Math.abs(detail.mtime - Date.now() / 1000)).toBeLessThan(60)
})

test('a rejected client is traced with the reason and the CONNACK', async () => {
  await server.call('POST', '/banned', { as: 'clientid', who: 'bad' })
  await create('bad', { type: 'clientid', clientid: 'bad', formatter: 'json' })
  await connectRaw(endpoint(), { clientId: 'bad' }).catch(() => {})
  await has('bad', 'CONNACK')
  const lines = await linesOf('bad')
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'connect_refused_by_hook' }))
  expect(packetsOf(lines, 'mqtt_packet_sent')).toEqual(['CONNACK(Q0, R0, D0, AckFlags=0, ReasonCode=138)'])
  await server.call('DELETE', '/banned')
})

test('traces of a topic and of an address contain only their lines', async () => {
  await create('topic', { type: 'topic', topic: 't/#', formatter: 'json' })
  await create('address', { type: 'ip_address', ip_address: '127.0.0.1', payload_encode: 'hidden' })
  await create('elsewhere', { type: 'ip_address', ip_address: '10.1.1.1' })
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  await client.subscribe('t/+', { qos: 0 })
  await client.publish('t/1', 'hello', { qos: 1 })
  await client.publish('u/1', 'other', { qos: 1 })
  const lines = await linesOf('topic')
  expect(lines.filter(({ msg }) => msg === 'publish_to').map(({ meta }) => [meta.topic, meta.payload])).toEqual([
    ['t/1', 'hello'],
  ])
  expect(namesOf(lines)).toContain('subscribe')
  const address = await textOf('address')
  expect(address).toContain('CONNECT(')
  expect(address).toContain('Payload=******')
  expect(address).not.toContain('hello')
  expect(await textOf('elsewhere')).toBe('')
})

test('topic rewrites and delayed messages are traced', async () => {
  const rule = { action: 'all', source_topic: 'old/#', re: '^old/(.+)$', dest_topic: 'new/$1' }
  await server.call('PUT', '/mqtt/topic_rewrite', [rule])
  await create('hooks', { type: 'clientid', clientid: 'c1', formatter: 'json' })
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  await client.subscribe('old/a', { qos: 1 })
  await client.publish('old/a', 'x', { qos: 1 })
  await client.publish('$delayed/600/later', 'x', { qos: 1 })
  const reported = (await linesOf('hooks')).filter(({ meta }) => meta.trace_tag === 'HOOK')
  expect(reported).toMatchObject([
    {
      msg: 'topic_filters_changed_by_hook',
      meta: { hook: 'client.subscribe', filters: ['old/a'], changed: ['new/a'] },
    },
    { msg: 'message_topic_rewritten', meta: { topic: 'old/a', rewritten: 'new/a' } },
    { msg: 'msg_publish_not_allowed', meta: { topic: '$delayed/600/later' } },
  ])
  await server.call('PUT', '/mqtt/topic_rewrite', [])
})

test('messages dropped by a full queue are traced with the reason', async () => {
  await create('queue', { type: 'clientid', clientid: 'sleeper', formatter: 'json' })
  const mqtt = await bodyOf('/configs/global_zone')
  await server.call('PUT', '/configs/global_zone', { ...mqtt, mqtt: { ...mqtt.mqtt, max_mqueue_len: 1 } })
  await server.leaveSession('sleeper', 'q/#')
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  for (const payload of ['1', '2', '3']) await client.publish('q/1', payload, { qos: 1 })
  await has('queue', 'dropped_msg_due_to_mqueue_is_full')
  await server.call('PUT', '/configs/global_zone', mqtt)
})

test('the trace of a rule contains its actions, in the format of the rule test page', async () => {
  await server.call('POST', '/rules', {
    id: 'r1',
    sql: 'SELECT payload.n as n, clientid FROM "in/#" WHERE payload.n > 1',
    actions: [
      { function: 'republish', args: { topic: 'out/1', payload: '$' + '{n}', qos: 0, retain: false } },
      'http:missing',
    ],
  })
  await create('rule', { type: 'ruleid', ruleid: 'r1', formatter: 'json' })
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  await client.publish('in/1', '{"n":1}', { qos: 1 })
  await client.publish('in/1', '{"n":2}', { qos: 1 })
  await client.publish('in/1', 'no json', { qos: 1 })
  await has('rule', 'clause_exception')
  const lines = await linesOf('rule')
  expect(namesOf(lines)).toEqual(
    expect.arrayContaining([
      'rule_activated',
      'SQL_yielded_no_result',
      'SQL_yielded_result',
      'action_template_rendered',
      'action_success',
      'SELECT_clause_exception',
    ]),
  )
  const activated = lines.find(({ msg }) => msg === 'rule_activated')
  expect(activated?.meta).toMatchObject({
    rule_id: 'r1',
    clientid: 'c1',
    trace_tag: 'RULE_SQL_EXEC',
    input: { topic: 'in/1', payload: '{"n":1}' },
  })
  expect(lines.every(({ meta }) => Array.isArray(meta.rule_trigger_ts))).toBe(true)
  expect(lines.find(({ msg }) => msg === 'SQL_yielded_result')?.meta.result).toEqual({ n: 2, clientid: 'c1' })
  expect(lines.find(({ msg }) => msg === 'action_template_rendered')?.meta).toMatchObject({
    action_info: { func: 'republish', args: { topic: 'out/1' } },
    result: { topic: 'out/1', payload: '2' },
  })
  expect(lines.find(({ msg }) => msg === 'out_of_service')).toMatchObject({
    level: 'warning',
    meta: { action_info: { type: 'http', name: 'missing' }, reason: 'bridge_not_found' },
  })
  await server.call('POST', '/rules/r1/test', {
    context: { event_type: 'message_publish', topic: 'in/9', payload: '{"n":9}', clientid: 'sim' },
    stop_action_after_template_rendering: true,
  })
  await has('rule', 'action_stopped_after_template_rendering')
  await server.call('DELETE', '/rules/r1')
})

test('the download is a zip file with one file of this node', async () => {
  await create('zipped', { type: 'clientid', clientid: 'c1' })
  const download = (query = '') =>
    fetch(`${server.server.urls.api}/trace/zipped/download${query}`, {
      headers: { authorization: `Bearer ${server.token()}` },
    })
  const empty = await download()
  expect([empty.status, await empty.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'Trace is empty' }])
  const client = await connectRaw(endpoint(), { clientId: 'c1' })
  await client.publish('a', 'x'.repeat(500), { qos: 1 })
  const { node } = (await bodyOf('/trace/zipped/log_detail'))[0]
  expect((await download('?node=other@host')).status).toBe(404)
  const answer = await download(`?node=${encodeURIComponent(node)}`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="zipped.zip"')
  const file = join(server.folder, 'zipped.zip')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const day = new Date().toISOString().slice(0, 10)
  expect(execFileSync('unzip', ['-p', file, `${node}-trace_zipped_${day}.log`]).toString()).toBe(await textOf('zipped'))
})

test("states, EMQX's errors and the order of traces", async () => {
  const hour = 3600
  const now = Math.floor(Date.now() / 1000)
  expect(
    (await create('later', { type: 'topic', topic: 'a', start_at: now + hour, end_at: now + 2 * hour })).body,
  ).toMatchObject({
    status: 'waiting',
    start_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
  })
  expect(await bodyOf('/trace/later/log')).toEqual({ items: '', meta: { bytes: 1000, position: 0 } })
  expect(await bodyOf('/trace/later/log_detail')).toEqual([])
  await create('one', { type: 'clientid', clientid: 'c1', start_at: new Date((now - 60) * 1000).toISOString() })
  expect((await bodyOf('/trace')).map(({ name }: { name: string }) => name)).toEqual(['later', 'one'])
  expect(await server.call('PUT', '/trace/one/stop')).toEqual({ status: 200, body: { enable: false, name: 'one' } })
  expect((await bodyOf('/trace'))[1]).toMatchObject({ name: 'one', status: 'stopped' })
  const refused = async (name: string, more: object) => {
    const { status, body } = await create(name, more)
    return [status, body]
  }
  expect(await refused('one', { type: 'clientid', clientid: 'x' })).toEqual([
    409,
    { code: 'ALREADY_EXISTS', message: 'one Already Exists' },
  ])
  expect(await refused('two', { type: 'topic', topic: 'a', start_at: now + hour, end_at: now + 9 * hour })).toEqual([
    409,
    { code: 'DUPLICATE_CONDITION', message: 'later Duplication Condition' },
  ])
  expect(await refused('../up', { type: 'clientid', clientid: 'x' })).toEqual([
    400,
    { code: 'INVALID_PARAMS', message: 'Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$' },
  ])
  expect((await create('x', { type: 'no', no: 'x' })).status).toBe(400)
  const missing = { status: 404, body: { code: 'NOT_FOUND', message: 'nope NOT FOUND' } }
  expect(await server.get('/trace/nope/log')).toEqual(missing)
  expect(await server.get('/trace/nope/log_detail')).toEqual(missing)
  expect(await server.call('PUT', '/trace/nope/stop')).toEqual(missing)
  expect(await server.call('DELETE', '/trace/nope')).toEqual(missing)
  expect((await server.get('/trace/one/log?node=other@host')).status).toBe(404)
  expect((await server.get('/trace/one/log?position=-1')).status).toBe(400)
  expect((await server.call('DELETE', '/trace/one')).status).toBe(204)
})
