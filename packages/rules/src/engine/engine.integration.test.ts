import type { Message, NewMessage } from '@mqdeck/broker'
import { type Log, silentLog, systemClock } from '@mqdeck/kit'
import { connectMqttJs, type EmbeddedBroker, eventually, type MqttJsClient, startEmbedded } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { functionsByName } from '../functions/index.ts'
import type { ActionCallOptions, ActionData } from './action-port.ts'
import { createRuleEngine, type RuleEngine } from './engine.ts'
import type { RuleTraceEvent } from './observer.ts'
import type { RuleDefinition } from './rule.ts'

let embedded: EmbeddedBroker
let engine: RuleEngine
let sent: { readonly action: string; readonly data: ActionData; readonly options: ActionCallOptions }[]
let logged: unknown[]
const clients: MqttJsClient[] = []

beforeEach(async () => {
  embedded = await startEmbedded()
  sent = []
  logged = []
  const log: Log = { ...silentLog, info: (entry, event) => logged.push([entry, event]) }
  const { broker } = embedded
  engine = createRuleEngine({
    node: 'mqdeck@127.0.0.1',
    hooks: broker.hooks,
    clock: systemClock,
    log,
    functions: functionsByName,
    environment: () => ({ now: Date.now, variable: () => undefined, store: new Map() }),
    client: (clientId) => broker.client(clientId)?.info,
    actions: { send: (action, data, options) => sent.push({ action, data, options }) },
    publish: broker.publish,
    dispatch: broker.dispatch,
  })
})
afterEach(async () => {
  engine.stop()
  for (const client of clients.splice(0)) await client.end()
  await embedded.stop()
})

const rule = (id: string, sql: string, actions: RuleDefinition['actions'] = ['test:a'], enable = true) => ({
  id,
  sql,
  actions,
  enable,
})
const use = (...rules: RuleDefinition[]) => engine.update({ ignoreSysMessage: true, rules })

async function connect(clientId: string, options: object = {}): Promise<MqttJsClient> {
  const client = await connectMqttJs(embedded.endpoint(), { clientId, ...options })
  clients.push(client)
  return client
}

const republish = (args: object): RuleDefinition['actions'][number] => ({
  function: 'republish',
  args: {
    topic: 'out',
    payload: '${payload}',
    qos: '${qos}',
    retain: '${retain}',
    mqtt_properties: {},
    user_properties: '${user_properties}',
    direct_dispatch: false,
    ...args,
  },
})

describe('a message', () => {
  it('runs the rules with matching topics, each once and in their order', async () => {
    use(
      rule('b', 'SELECT 1 as n FROM "t/#", "t/+"'),
      rule('a', 'SELECT 2 as n FROM "t/1"'),
      rule('off', 'SELECT 3 as n FROM "t/1"', ['test:a'], false),
      rule('other', 'SELECT 4 as n FROM "u/1"'),
    )
    const { client } = await connect('c')
    await client.publishAsync('t/1', 'x', { qos: 1 })
    expect(sent.map(({ data, options }) => [data.n, options.trace.ruleId, options.key])).toEqual([
      [1n, 'b', 'c'],
      [2n, 'a', 'c'],
    ])
    expect(engine.metrics('b')).toMatchObject({ matched: 1, passed: 1, failed: 0, 'actions.total': 1 })
    expect(engine.metrics('off')).toMatchObject({ matched: 0 })
  })

  it('has its columns, with 64-bit integers', async () => {
    use(rule('r', 'SELECT *, payload.n as n FROM "t"'))
    const { client } = await connect('c', { username: 'u' })
    const properties = { userProperties: { a: '1' }, contentType: 'text/plain' }
    await client.publishAsync('t', '{"n": 9007199254740993}', { qos: 1, properties })
    expect(sent[0]?.data).toMatchObject({
      event: 'message.publish',
      clientid: 'c',
      username: 'u',
      topic: 't',
      qos: 1n,
      n: 9007199254740993n,
      payload: Buffer.from('{"n": 9007199254740993}'),
      peerhost: '127.0.0.1',
      flags: { retain: false, dup: false },
      pub_props: { 'User-Property': { a: '1' }, 'Content-Type': 'text/plain' },
      node: 'mqdeck@127.0.0.1',
      metadata: { rule_id: 'r' },
      client_attrs: {},
    })
  })

  it('calls no hook without a rule for its topic', async () => {
    const { hooks } = embedded
    use(rule('r', 'SELECT * FROM "$events/client_connected"'))
    expect([hooks.has('message.publish'), hooks.has('client.connected'), hooks.has('message.dropped')]).toEqual([
      false,
      true,
      false,
    ])
    use(rule('r', 'SELECT * FROM "a/#"'))
    expect([hooks.has('message.publish'), hooks.has('client.connected')]).toEqual([true, false])
    expect([hooks.caresFor('message.publish', 'a'), hooks.caresFor('message.publish', 'b')]).toEqual([true, false])
    use()
    expect(hooks.has('message.publish')).toBe(false)
  })

  it('of $SYS runs no rules unless the setting allows it', async () => {
    const from = { clientId: 'x', username: undefined, peername: undefined, protocol: 'sys' }
    const message: NewMessage = { topic: '$SYS/a', payload: Buffer.from('x'), qos: 0, retain: false, from }
    use(rule('r', 'SELECT * FROM "$SYS/#"'))
    await embedded.broker.publish(message)
    expect(sent).toEqual([])
    engine.update({ ignoreSysMessage: false, rules: [rule('r', 'SELECT * FROM "$SYS/#"')] })
    await embedded.broker.publish(message)
    expect(sent.length).toBe(1)
  })
})

describe('a run', () => {
  it('that fails or returns no result is counted and does not affect other rules', async () => {
    use(
      rule('bad', 'SELECT payload.a.b as x FROM "t"'),
      rule('none', 'SELECT * FROM "t" WHERE qos = 2'),
      rule('empty', 'FOREACH payload.list FROM "t"'),
    )
    const { client } = await connect('c')
    await client.publishAsync('t', '{"list": []}', { qos: 1 })
    await client.publishAsync('t', 'no json', { qos: 1 })
    expect(engine.metrics('none')).toMatchObject({ matched: 2, failed: 2, 'failed.no_result': 2 })
    expect(engine.metrics('bad')).toMatchObject({ 'failed.exception': expect.any(Number) })
    expect(engine.metrics('empty')).toMatchObject({ matched: 2, passed: 0 })
  })

  it('counts the results of its actions', async () => {
    use(rule('r', 'SELECT * FROM "t"', ['test:a', 'test:b', 'test:c', 'test:d']))
    const { client } = await connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    const [a, b, c, d] = sent.map(({ options }) => options.done)
    a?.({ result: 'success', answer: 1 })
    b?.({ result: 'failed', reason: 'x' })
    c?.({ result: 'out_of_service', reason: 'x' })
    d?.({ result: 'discarded', reason: 'x' })
    expect(engine.metrics('r')).toMatchObject({
      'actions.total': 4,
      'actions.success': 1,
      'actions.failed': 2,
      'actions.failed.unknown': 1,
      'actions.failed.out_of_service': 1,
      'actions.discarded': 1,
    })
    engine.resetMetrics('r')
    expect(engine.metrics('r')).toMatchObject({ matched: 0, 'actions.total': 0, 'matched.rate': 0 })
  })

  it('keeps the statistics when the rule is changed', async () => {
    use(rule('r', 'SELECT * FROM "t"'))
    const { client } = await connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    use(rule('r', 'SELECT 1 as n FROM "t"'))
    expect(engine.metrics('r')?.matched).toBe(1)
  })

  it('reports its steps to observers in the words of EMQX', async () => {
    const traceEvents: RuleTraceEvent[] = []
    use(rule('r', 'SELECT topic FROM "t"', [{ function: 'console' }]), rule('no', 'SELECT * FROM "t" WHERE qos = 2'))
    const end = engine.observe((one) => traceEvents.push(one))
    const { client } = await connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    end()
    await client.publishAsync('t', 'x', { qos: 1 })
    expect(traceEvents.map(({ event, trace }) => [event, trace.ruleId, trace.clientId])).toEqual([
      ['rule_activated', 'r', 'c'],
      ['SQL_yielded_result', 'r', 'c'],
      ['action_template_rendered', 'r', 'c'],
      ['action_success', 'r', 'c'],
      ['rule_activated', 'no', 'c'],
      ['SQL_yielded_no_result', 'no', 'c'],
    ])
    expect(logged).toContainEqual([{ rule_id: 'r', data: '{"topic":"t"}' }, 'rule_action_console'])
  })
})

describe('republish', () => {
  it('renders a message from templates, with properties', async () => {
    const args = {
      topic: 'rep/${clientid}',
      payload: '${n}',
      qos: 1,
      mqtt_properties: { 'Content-Type': 'a/${n}', 'Message-Expiry-Interval': '60', 'Response-Topic': '${nothing}' },
      user_properties: "${pub_props.'User-Property'}",
    }
    use(rule('r', 'SELECT payload.n as n, clientid FROM "t"', [republish(args)]))
    const { client, messages } = await connect('c')
    await client.subscribeAsync('rep/#', { qos: 1 })
    const properties = { userProperties: { k: ['1', '2'] } }
    await client.publishAsync('t', '{"n": 5}', { qos: 1, properties })
    const { topic, payload, qos, properties: received } = await messages.take(() => true, 'the republished message')
    expect([topic, `${payload}`, qos]).toEqual(['rep/c', '5', 1])
    expect(received).toMatchObject({ contentType: 'a/5', userProperties: { k: ['1', '2'] } })
    await eventually(
      () => engine.metrics('r')?.['actions.success'] === 1,
      () => 'no success',
    )
  })

  it('keeps bytes that are not text unchanged', async () => {
    use(rule('r', 'SELECT * FROM "t"', [republish({ topic: 'out' })]))
    const { client, messages } = await connect('c')
    await client.subscribeAsync('out', { qos: 1 })
    await client.publishAsync('t', Buffer.from([0xff, 0x00, 0xfe]), { qos: 1 })
    expect((await messages.take(() => true, 'the bytes')).payload).toEqual(Buffer.from([0xff, 0x00, 0xfe]))
  })

  it('is stopped when rules trigger each other, in any number of steps', async () => {
    use(
      rule('self', 'SELECT * FROM "loop"', [republish({ topic: 'loop' })]),
      rule('a', 'SELECT * FROM "a"', [republish({ topic: 'b' })]),
      rule('b', 'SELECT * FROM "b"', [republish({ topic: 'a' })]),
    )
    const { client } = await connect('c')
    await client.publishAsync('loop', 'x', { qos: 1 })
    await client.publishAsync('a', 'x', { qos: 1 })
    await eventually(
      () => engine.metrics('b')?.['actions.success'] === 1,
      () => 'no success of b',
    )
    const figures = (id: string) => {
      const { matched, 'actions.success': success, 'actions.failed': failed } = engine.metrics(id) ?? {}
      return [matched, success, failed]
    }
    expect([figures('self'), figures('a'), figures('b')]).toEqual([
      [2, 1, 1],
      [2, 1, 1],
      [1, 1, 0],
    ])
  })

  it('only reaches subscribers with direct dispatch', async () => {
    const { broker } = embedded
    const seen: string[] = []
    broker.hooks.fold('message.publish', (message: Message | undefined) => {
      if (message) seen.push(message.topic)
      return message
    })
    use(rule('r', 'SELECT * FROM "t"', [republish({ topic: 'out', retain: true, direct_dispatch: true })]))
    const { client, message } = await connect('c')
    await client.subscribeAsync('out', { qos: 1 })
    await client.publishAsync('t', 'x', { qos: 1 })
    expect(await message('out')).toBe('x')
    expect(seen).toEqual(['t'])
    expect(broker.retained.get('out')).toBeUndefined()
  })

  it('to an invalid topic is a failure of the action', async () => {
    use(rule('r', 'SELECT * FROM "t"', [republish({ topic: 'a/#' })]))
    const { client } = await connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    await eventually(
      () => engine.metrics('r')?.['actions.failed.unknown'] === 1,
      () => 'no failure',
    )
  })
})

describe('events', () => {
  it('of clients, sessions and messages run rules with their columns', async () => {
    const events = [
      'client_connected',
      'client_disconnected',
      'client_connack',
      'client_check_authz_complete',
      'client_check_authn_complete',
      'session_subscribed',
      'session_unsubscribed',
      'message_delivered',
      'message_acked',
      'message_dropped',
    ]
    use(...events.map((event) => rule(event, `SELECT * FROM "$events/${event}"`)))
    const { client, message, end } = await connectMqttJs(embedded.endpoint(), { clientId: 'c', username: 'u' })
    await client.subscribeAsync('t', { qos: 1 })
    await client.publishAsync('t', 'x', { qos: 1 })
    await message('t')
    await client.publishAsync('nobody', 'x', { qos: 1 })
    await eventually(
      () => sent.some(({ data }) => data.event === 'message.acked'),
      () => 'not acknowledged',
    )
    await client.unsubscribeAsync('t')
    await end()
    await eventually(
      () => sent.some(({ data }) => data.event === 'client.disconnected'),
      () => 'not disconnected',
    )
    const byEvent = new Map(sent.map(({ data }) => [data.event, data]))
    expect([...byEvent.keys()].sort()).toEqual(events.map((event) => event.replace('_', '.')).sort())
    expect(byEvent.get('client.connected')).toMatchObject({
      clientid: 'c',
      username: 'u',
      proto_ver: 5n,
      keepalive: 60n,
    })
    expect(byEvent.get('client.connack')).toMatchObject({ reason_code: 'success', clean_start: true })
    expect(byEvent.get('client.check_authn_complete')).toMatchObject({ reason_code: 'success', is_superuser: false })
    expect(byEvent.get('session.subscribed')).toMatchObject({ topic: 't', qos: 1n })
    expect(byEvent.get('message.delivered')).toMatchObject({ from_clientid: 'c', clientid: 'c', topic: 't', qos: 1n })
    expect(byEvent.get('message.dropped')).toMatchObject({ topic: 'nobody', reason: 'no_subscribers' })
    expect(byEvent.get('client.disconnected')).toMatchObject({ reason: 'normal', clientid: 'c' })
  })

  it('of sources and alarms run rules with their columns', () => {
    use(
      rule('s', 'SELECT payload, event FROM "$bridges/mqtt:s"'),
      rule('n', 'SELECT payload, event FROM "$sources/mqtt:s"'),
      rule('a', 'SELECT * FROM "$events/sys/alarm_activated"'),
    )
    engine.sourceMessage('mqtt:s', { payload: 'x', qos: 1n })
    engine.sourceMessage('mqtt:other', { payload: 'y' })
    engine.alarm('activated', { name: 'high', details: { a: 1 }, message: 'm', activatedAt: 5 })
    engine.alarm('deactivated', { name: 'high', details: {}, message: 'm', activatedAt: 5, deactivatedAt: 6 })
    expect(sent.map(({ data }) => data)).toEqual([
      { payload: 'x', event: '$bridges/mqtt:*' },
      { payload: 'x', event: '$bridges/mqtt:*' },
      expect.objectContaining({ name: 'high', details: { a: 1n }, activated_at: 5n, event: 'alarm.activated' }),
    ])
  })
})

describe('a test', () => {
  it('of SQL only returns the result', async () => {
    const sql = 'SELECT payload.n as n, clientid FROM "t/#"'
    const result = await engine.testSql(sql, { event_type: 'message_publish', topic: 't/a', payload: '{"n":5}' })
    expect(result).toEqual({ kind: 'matched', outputs: [{ n: 5n, clientid: 'c_emqx' }] })
    expect(await engine.testSql(sql, { event_type: 'client_connected' })).toEqual({ kind: 'no_match' })
    expect(await engine.testSql(sql, { event_type: 'message_publish', topic: 'u' })).toEqual({ kind: 'no_match' })
    await expect(engine.testSql(sql, {})).rejects.toThrow('unknown event type')
    await expect(engine.testSql('SELEC', { event_type: 'message_publish' })).rejects.toThrow('line 1, column 1')
    expect(sent).toEqual([])
  })

  it('of a rule that only renders sends nothing and counts no action', async () => {
    use(rule('r', 'SELECT * FROM "t/#"', ['test:a', republish({ topic: 'out' })], false))
    const traceEvents: RuleTraceEvent[] = []
    engine.observe((one) => traceEvents.push(one))
    await engine.testRule('r', { event_type: 'message_publish' }, true)
    expect(sent.map(({ options }) => options.renderOnly)).toEqual([true])
    expect(traceEvents.map(({ event }) => event)).toContain('action_stopped_after_template_rendering')
    expect(engine.metrics('r')).toMatchObject({ 'actions.total': 0 })
    await engine.testRule('r', { event_type: 'message_publish' }, false)
    expect(engine.metrics('r')).toMatchObject({ 'actions.total': 2 })
    await expect(engine.testRule('none', { event_type: 'message_publish' }, true)).rejects.toThrow('NOT_FOUND')
  })
})
