import {
  cheapPasswordCost,
  connectMqttJs,
  createTempFolder,
  eventually,
  startHttpServer,
  startMosquitto,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
})
afterAll(() => stage.stop())

/** Deletes all created objects, dependent ones first. */
afterEach(async () => {
  await stage.clear()
  for (const { id } of await list('/rules?limit=1000')) await stage.call('DELETE', `/rules/${id}`)
  for (const part of ['actions', 'sources', 'connectors']) {
    for (const { type, name } of await list(`/${part}`)) await stage.call('DELETE', `/${part}/${type}:${name}`)
  }
})

type Row = Readonly<Record<string, string>>
/** Response fields that the tests read. */
const rowsOf = (body: unknown): readonly Row[] =>
  Array.isArray(body) ? body : ((body as { readonly data?: readonly Row[] }).data ?? [])
const list = async (path: string) => rowsOf((await stage.get(path)).body)
const create = async (path: string, body: object) => {
  const answer = await stage.call('POST', path, body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  return answer.body as unknown as Readonly<Record<string, unknown>>
}
const metricsOf = async (id: string) =>
  ((await stage.get(`/rules/${id}/metrics`)).body as unknown as { metrics: Readonly<Record<string, number>> }).metrics

const silentHttp = { type: 'http', name: 'h', url: 'http://127.0.0.1:9' }
const toHttp = { type: 'http', name: 'a', connector: 'h', parameters: { path: '/', method: 'post' } }
const republish = (topic: string) => ({ function: 'republish', args: { topic, payload: '${n}' } })

describe('a rule', () => {
  test('republishes what it selects, and counts it', async () => {
    const rule = await create('/rules', {
      id: 'r',
      sql: 'SELECT payload.n as n FROM "t/#" WHERE n > 1',
      actions: [republish('rep/${n}')],
    })
    expect(rule).toMatchObject({ id: 'r', from: ['t/#'], enable: true, name: '', description: '' })
    const { client, message } = await stage.connect('c')
    await client.subscribeAsync('rep/#', { qos: 1 })
    await client.publishAsync('t/a', '{"n": 1}', { qos: 1 })
    await client.publishAsync('t/a', '{"n": 9007199254740993}', { qos: 1 })
    expect(await message('rep/9007199254740993')).toBe('9007199254740993')
    await eventually(
      async () => (await metricsOf('r'))['actions.success'] === 1,
      () => 'no success',
    )
    expect(await metricsOf('r')).toMatchObject({ matched: 2, passed: 1, failed: 1, 'failed.no_result': 1 })
    const prometheus = await fetch(`${stage.server.urls.api}/prometheus/data_integration`)
    const text = await prometheus.text()
    for (const line of ['emqx_rules_count 1', 'emqx_rule_matched{id="r"} 2', 'emqx_rule_failed_no_result{id="r"} 1'])
      expect(text).toContain(line)
    await stage.call('PUT', '/rules/r/metrics/reset')
    expect(await metricsOf('r')).toMatchObject({ matched: 0 })
  })

  test('runs jq without delaying others, and stops it after the time limit', async () => {
    const settings = await stage.call('PUT', '/rule_engine', { jq_function_default_timeout: '300ms' })
    expect(settings).toMatchObject({
      status: 200,
      body: { ignore_sys_message: true, jq_function_default_timeout: 300 },
    })
    await create('/rules', {
      id: 'good',
      sql: `SELECT jq('.list | add', payload) as sum FROM "t"`,
      actions: [{ function: 'republish', args: { topic: 'sum', payload: '${sum}' } }],
    })
    await create('/rules', { id: 'endless', sql: `SELECT jq('def f: f; f', payload) as n FROM "t"` })
    const { client, message } = await stage.connect('c')
    await client.subscribeAsync('sum', { qos: 1 })
    await client.publishAsync('t', '{"list": [1, 2, 3]}', { qos: 1 })
    expect(await message('sum')).toBe('[6]')
    await eventually(
      async () => (await metricsOf('endless'))['failed.exception'] === 1,
      () => 'it still runs',
    )
    await stage.call('PUT', '/rule_engine', { jq_function_default_timeout: '10s' })
  })

  test('reports a paused jq program in its metrics and as an alarm until its SQL changes', async () => {
    const endless = `SELECT jq('if . == 0 then def f: f; f else . end', payload, 200) as n FROM "t"`
    await create('/rules', { id: 'endless', sql: endless })
    const figures = async () => (await stage.get('/rules/endless/metrics')).body
    const activeAlarms = async () => await list('/alarms?limit=1000')
    const { client } = await stage.connect('c')
    expect(await figures()).not.toHaveProperty('jq_paused')
    for (let message = 0; message < 3; message += 1) await client.publishAsync('t', '0', { qos: 1 })
    await eventually(
      async () => 'jq_paused' in (await figures()),
      () => 'not paused',
    )
    expect(await figures()).toMatchObject({
      metrics: { 'failed.exception': 3 },
      jq_paused: { program: 'if . == 0 then def f: f; f else . end', time_limit: 200, until: expect.any(String) },
    })
    expect(await list('/mqdeck/rules_summary')).toMatchObject([{ id: 'endless', jq_paused: { time_limit: 200 } }])
    expect(await activeAlarms()).toContainEqual(
      expect.objectContaining({
        name: 'jq_paused:endless',
        details: expect.objectContaining({ reason: 'jq_program_paused', rule: 'endless', time_limit: 200 }),
      }),
    )
    // It runs no program now, not even a short one.
    await client.publishAsync('t', '1', { qos: 1 })
    await eventually(
      async () => (await metricsOf('endless'))['failed.exception'] === 4,
      () => 'it was run',
    )
    await stage.call('PUT', '/rules/endless', { sql: `SELECT jq('.', payload) as n FROM "t"` })
    expect(await figures()).not.toHaveProperty('jq_paused')
    expect(await activeAlarms()).not.toContainEqual(expect.objectContaining({ name: 'jq_paused:endless' }))
    await client.publishAsync('t', '1', { qos: 1 })
    await eventually(
      async () => (await metricsOf('endless')).passed === 1,
      () => 'it does not run',
    )
  })

  test('that is disabled does nothing, and a deleted one is removed', async () => {
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions: [], enable: false })
    const { client } = await stage.connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    expect(await metricsOf('r')).toMatchObject({ matched: 0 })
    await stage.call('PUT', '/rules/r', { sql: 'SELECT * FROM "t"', enable: true })
    await client.publishAsync('t', 'x', { qos: 1 })
    expect(await metricsOf('r')).toMatchObject({ matched: 1 })
    expect((await stage.call('DELETE', '/rules/r')).status).toBe(204)
    expect(await stage.get('/rules/r')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Rule Id Not Found' },
    })
    expect((await stage.call('DELETE', '/rules/r')).status).toBe(404)
  })

  test('is rejected with the position of the error', async () => {
    const refused = await stage.call('POST', '/rules', { id: 'x', sql: 'SELECT nope(1) FROM "t"', actions: [] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(JSON.stringify(refused.body)).toContain('rule_engine.rules.x.sql')
    expect(JSON.stringify(refused.body)).toContain('line 1, column 8')
    expect((await stage.call('POST', '/rules', { id: 'a b', sql: 'SELECT * FROM "t"' })).status).toBe(400)
    expect((await stage.call('POST', '/rules', { sql: 'SELECT * FROM "t"', actions: ['nonsense'] })).status).toBe(400)
    await create('/rules', { id: 'x', sql: 'SELECT * FROM "t"' })
    expect(await stage.call('POST', '/rules', { id: 'x', sql: 'SELECT * FROM "t"' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'rule id already exists' },
    })
    expect((await stage.call('PUT', '/rules/x', { id: 'y', sql: 'SELECT * FROM "t"' })).status).toBe(400)
    expect((await stage.call('PUT', '/rules/none', { sql: 'SELECT * FROM "t"' })).status).toBe(404)
  })

  test('is found by its id, note, topics, actions and sources', async () => {
    await create('/rules', { id: 'r1', sql: 'SELECT * FROM "t/#"', actions: ['http:a'], description: 'first one' })
    await create('/rules', { id: 'r2', sql: 'SELECT * FROM "$events/client_connected"', enable: false })
    await create('/rules', { id: 'q3', sql: 'SELECT * FROM "$sources/mqtt:s", "u/1"', actions: ['mqtt:b'] })
    const found = async (query: string) => (await list(`/rules?${query}`)).map(({ id }) => id)
    expect(await found('limit=10')).toEqual(['q3', 'r2', 'r1'])
    expect(await found('like_id=r')).toEqual(['r2', 'r1'])
    expect(await found('like_description=first')).toEqual(['r1'])
    expect(await found('enable=false')).toEqual(['r2'])
    expect(await found(`from=${encodeURIComponent('t/#')}`)).toEqual(['r1'])
    expect(await found('like_from=events')).toEqual(['r2'])
    expect(await found(`match_from=${encodeURIComponent('u/+')}`)).toEqual(['q3'])
    expect(await found('action=http:a&action=mqtt:b')).toEqual(['q3', 'r1'])
    expect(await found('source=mqtt:s')).toEqual(['q3'])
    expect((await stage.get('/rules?limit=2&page=2')).body.meta).toEqual({
      count: 3,
      hasnext: false,
      limit: 2,
      page: 2,
    })
    expect((await stage.get('/rules?like_id=r')).body.meta).toEqual({ hasnext: false, limit: 100, page: 1 })
  })

  test('is tested without effect, or with its actions', async () => {
    const sql = 'SELECT payload.n as n, clientid FROM "t/#"'
    const context = { event_type: 'message_publish', topic: 't/a', payload: '{"n": 12345678901234567}' }
    const response = await fetch(`${stage.server.urls.api}/rule_test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stage.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql, context }),
    })
    expect(await response.text()).toBe('{"n":12345678901234567,"clientid":"c_emqx"}')
    expect(await stage.call('POST', '/rule_test', { sql, context: { event_type: 'client_connected' } })).toMatchObject({
      status: 412,
      body: { code: 'NOT_MATCH', message: 'SQL Not Match' },
    })
    const failing = await stage.call('POST', '/rule_test', { sql: `SELECT abs('x') as n FROM "t/#"`, context })
    expect(failing.status).toBe(400)
    expect(JSON.stringify(failing.body)).toContain('SELECT_clause_exception')
    expect(await stage.call('POST', '/rule_test', { sql: 'FOREACH payload.l FROM "t/#"', context })).toEqual({
      status: 200,
      body: [],
    })
    await create('/rules', { id: 'r', sql, actions: [republish('rep')] })
    const { client, message, messages } = await stage.connect('c')
    await client.subscribeAsync('rep', { qos: 1 })
    const dry = await stage.call('POST', '/rules/r/test', { context })
    expect(dry).toMatchObject({ status: 200, body: { clientid: 'c_emqx' } })
    expect(messages.all).toEqual([])
    await stage.call('POST', '/rules/r/test', { context, stop_action_after_template_rendering: false })
    expect(await message('rep')).toBe('12345678901234567')
    expect((await stage.call('POST', '/rules/none/test', { context })).body).toMatchObject({ code: 'RULE_NOT_FOUND' })
  })

  test('is recorded step by step while it is watched', async () => {
    const system = await startHttpServer()
    system.answer((_, response) => void response.writeHead(200).end('ok'))
    await create('/connectors', { ...silentHttp, url: system.origin })
    await create('/actions', toHttp)
    await create('/rules', {
      id: 'r',
      sql: 'SELECT payload.n as n FROM "t" WHERE n > 1',
      actions: [{ function: 'console' }, 'http:a', republish('rep')],
    })
    const steps = async (after = 0) =>
      (await stage.get(`/mqdeck/rules/r/steps?after=${after}`)).body as unknown as {
        readonly position: number
        readonly steps: readonly Readonly<Record<string, unknown>>[]
      }
    expect(await steps()).toEqual({ position: 0, steps: [] })
    const { client } = await stage.connect('c')
    await client.publishAsync('t', '{"n": 1}', { qos: 1 })
    await client.publishAsync('t', '{"n": 2}', { qos: 1 })
    const succeeded = (all: readonly Readonly<Record<string, unknown>>[]) =>
      all.filter(({ event }) => event === 'action_success').map(({ target }) => target)
    await eventually(
      async () => succeeded((await steps()).steps).length === 3,
      () => 'not all actions have succeeded',
    )
    const { steps: all, position } = await steps()
    expect(all.slice(0, 4).map(({ run, event }) => [run, event])).toEqual([
      [1, 'rule_activated'],
      [1, 'SQL_yielded_no_result'],
      [2, 'rule_activated'],
      [2, 'SQL_yielded_result'],
    ])
    expect(all[3]).toMatchObject({ data: '[{"n":2}]', clientid: 'c' })
    expect(succeeded(all).sort()).toEqual(['console', 'http:a', 'republish:rep'])
    expect(all.filter(({ event }) => event === 'action_template_rendered')).toHaveLength(3)
    expect(await steps(position)).toEqual({ position, steps: [] })
    expect((await stage.get('/mqdeck/rules/none/steps')).status).toBe(404)
    await system.down()
  })

  test('reports its latest errors with a sample, apart from what WHERE filters out', async () => {
    await create('/connectors', silentHttp)
    await create('/actions', toHttp)
    await create('/rules', {
      id: 'r',
      sql: 'SELECT abs(payload.n) as n FROM "t" WHERE topic = \'t\' and payload.n != 0',
      actions: ['http:missing'],
    })
    const { client } = await stage.connect('c')
    for (const payload of ['{"n": "x"}', '{"n": "y"}', '{"n": 0}', '{"n": 7}'])
      await client.publishAsync('t', payload, { qos: 1 })
    const [ofAction, ofSql, ...others] = await list('/mqdeck/rules/r/errors')
    expect(others).toEqual([])
    expect(ofAction).toMatchObject({ target: 'http:missing', reason: 'bridge_not_found', count: 1 })
    expect(ofSql).toMatchObject({ target: 'SELECT', count: 2, first_at: expect.any(Number) })
    expect(JSON.parse(ofSql?.sample ?? '')).toMatchObject({ topic: 't', clientid: 'c', payload: '{"n": "x"}' })
    const [summary] = await list('/mqdeck/rules_summary')
    expect(summary).toMatchObject({
      id: 'r',
      metrics: { matched: 4, passed: 1, 'failed.exception': 2, 'failed.no_result': 1 },
      last_failure: { target: 'http:missing' },
    })
    expect(summary?.last_failure).not.toHaveProperty('sample')
    expect((await stage.get('/mqdeck/rules/r/history')).body).toMatchObject({ interval: 10_000 })
    await stage.call('PUT', '/rules/r/metrics/reset')
    expect(await list('/mqdeck/rules/r/errors')).toEqual([])
    for (const path of [
      'rules/none/errors',
      'rules/none/history',
      'actions/http:none/errors',
      'sources/mqtt:none/history',
    ])
      expect((await stage.get(`/mqdeck/${path}`)).status, path).toBe(404)
  })

  test('receives alarm events', async () => {
    await create('/rules', {
      id: 'r',
      sql: 'SELECT name as n FROM "$events/sys/alarm_activated"',
      actions: [republish('alarms')],
    })
    const { client, message } = await stage.connect('c')
    await client.subscribeAsync('alarms', { qos: 1 })
    await create('/connectors', silentHttp)
    expect(await message('alarms')).toBe('connector:http:h')
    expect(JSON.stringify((await stage.get('/alarms')).body)).toContain('"resource_id":"connector:http:h"')
    await stage.call('DELETE', '/connectors/http:h')
    expect(JSON.stringify((await stage.get('/alarms')).body)).not.toContain('connector:http:h')
  })
})

describe('data integration', () => {
  test('sends messages to an HTTP server', async () => {
    const system = await startHttpServer()
    system.answer((_, response) => void response.writeHead(200).end('ok'))
    await create('/connectors', { ...silentHttp, url: system.origin })
    const action = await create('/actions', {
      ...toHttp,
      parameters: { path: '/in/${clientid}', method: 'post', body: '{"n": ${n}}' },
    })
    expect(action).toMatchObject({ status: 'connected', connector: 'h', rules: [], error: '' })
    await create('/rules', { id: 'r', sql: 'SELECT payload.n as n, clientid FROM "t"', actions: ['http:a'] })
    const { client } = await stage.connect('c')
    await client.publishAsync('t', '{"n": 5}', { qos: 1 })
    await eventually(
      async () => (await metricsOf('r'))['actions.success'] === 1,
      () => 'no success',
    )
    expect(system.requests().filter(({ method }) => method === 'POST')).toMatchObject([
      { target: '/in/c', body: '{"n": 5}' },
    ])
    expect((await stage.get('/actions/http:a/metrics')).body).toMatchObject({ metrics: { matched: 1, success: 1 } })
    expect((await stage.get('/actions/http:a')).body).toMatchObject({ rules: ['r'] })
    expect((await stage.get('/actions_summary')).body).toMatchObject([{ type: 'http', name: 'a', rules: ['r'] }])
    await system.down()
  })

  test('reports the errors of an action, and when its connector tries again', async () => {
    const system = await startHttpServer()
    system.answer((_, response) => void response.writeHead(400).end('no'))
    await create('/connectors', { ...silentHttp, url: system.origin })
    await create('/actions', toHttp)
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions: ['http:a'] })
    const { client } = await stage.connect('c')
    await client.publishAsync('t', 'x', { qos: 1 })
    await eventually(
      async () => (await list('/mqdeck/actions/http:a/errors')).length === 1,
      () => 'no error',
    )
    const [error] = await list('/mqdeck/actions/http:a/errors')
    expect(error).toMatchObject({ count: 1, reason: expect.stringContaining('400') })
    expect(await list('/mqdeck/rules/r/errors')).toMatchObject([{ target: 'http:a', reason: error?.reason }])
    expect((await stage.get('/mqdeck/actions/http:a/history')).body).toMatchObject({ interval: 10_000 })
    const [up] = await list('/mqdeck/connections')
    expect(up).toMatchObject({ id: 'http:h', status: 'connected', since: expect.any(Number) })
    expect(up).not.toHaveProperty('next_attempt_at')
    await system.down()
    await stage.call('PUT', '/connectors/http:h', silentHttp)
    const [down] = await list('/mqdeck/connections')
    expect(down).toMatchObject({ status: 'disconnected', next_attempt_at: expect.any(Number) })
  })

  test('bridges to another broker and back', async () => {
    const other = await startMosquitto()
    const there = await connectMqttJs({ host: other.host, port: other.ports.tcp }, { clientId: 'there' })
    await create('/connectors', {
      type: 'mqtt',
      name: 'm',
      server: `${other.host}:${other.ports.tcp}`,
      proto_ver: 'v5',
    })
    await create('/actions', {
      type: 'mqtt',
      name: 'out',
      connector: 'm',
      parameters: { topic: 'from/${clientid}', qos: 1, payload: '${payload}' },
    })
    await create('/sources', { type: 'mqtt', name: 'in', connector: 'm', parameters: { topic: 'to/#', qos: 1 } })
    await create('/rules', { id: 'out', sql: 'SELECT * FROM "t"', actions: ['mqtt:out'] })
    await create('/rules', {
      id: 'in',
      sql: 'SELECT topic, qos, payload as n FROM "$bridges/mqtt:in"',
      actions: [republish('in/${topic}/${qos}')],
    })
    const here = await stage.connect('here')
    await here.client.subscribeAsync('in/#', { qos: 1 })
    await there.client.subscribeAsync('from/#', { qos: 1 })
    await here.client.publishAsync('t', Buffer.from([0, 255, 1]), { qos: 1 })
    const { topic, payload } = await there.messages.take(() => true, 'the bridged message')
    expect([topic, payload]).toEqual(['from/here', Buffer.from([0, 255, 1])])
    await there.client.publishAsync('to/us', 'hello', { qos: 1 })
    expect(await here.message('in/to/us/1')).toBe('hello')
    expect((await stage.get('/sources/mqtt:in')).body).toMatchObject({ status: 'connected', rules: ['in'] })
    expect((await stage.get('/connectors/mqtt:m')).body).toMatchObject({ actions: ['out'], sources: ['in'] })
    await there.end()
    await stage.call('DELETE', '/rules/in')
    for (const path of ['/actions/mqtt:out?also_delete_dep_actions=true', '/sources/mqtt:in', '/connectors/mqtt:m'])
      expect((await stage.call('DELETE', path)).status, path).toBe(204)
    await other.stop()
  })

  test('triggers an action by its local topic without a rule, while it is enabled', async () => {
    const other = await startMosquitto()
    const there = await connectMqttJs({ host: other.host, port: other.ports.tcp }, { clientId: 'there' })
    await there.client.subscribeAsync('from/#', { qos: 1 })
    const server = `${other.host}:${other.ports.tcp}`
    await create('/connectors', { type: 'mqtt', name: 'm', server })
    const settings = {
      connector: 'm',
      local_topic: 'local/#',
      parameters: { topic: 'from/${topic}', qos: 1, payload: '${event} ${clientid} ${qos} ${payload.id}' },
    }
    await create('/actions', { type: 'mqtt', name: 'out', ...settings })
    const here = await stage.connect('here')
    const publish = (topic: string) => here.client.publishAsync(topic, '{"id": 9007199254740993}', { qos: 1 })
    const arrived = async () => {
      const { topic, payload } = await there.messages.take(() => true, 'the bridged message')
      return [topic, payload.toString()]
    }
    const matched = async () =>
      ((await stage.get('/actions/mqtt:out/metrics')).body as unknown as { metrics: { matched: number } }).metrics
        .matched
    await publish('elsewhere')
    await publish('local/a')
    expect(await arrived()).toEqual(['from/local/a', 'message.publish here 1 9007199254740993'])
    expect(await matched()).toBe(1)

    expect((await stage.call('PUT', '/actions/mqtt:out', { ...settings, local_topic: '+' })).status).toBe(200)
    await publish('local/a')
    await publish('elsewhere')
    expect((await arrived())[0]).toBe('from/elsewhere')
    expect(await matched()).toBe(2)

    expect((await stage.call('PUT', '/actions/mqtt:out/enable/false')).status).toBe(204)
    await publish('elsewhere')
    expect(await matched()).toBe(2)
    await there.end()
    for (const path of ['/actions/mqtt:out', '/connectors/mqtt:m'])
      expect((await stage.call('DELETE', path)).status, path).toBe(204)
    await other.stop()
  })

  test('does not delete objects that others depend on', async () => {
    await create('/connectors', silentHttp)
    expect(await stage.call('POST', '/connectors', silentHttp)).toMatchObject({
      status: 400,
      body: { code: 'ALREADY_EXISTS', message: 'connector already exists' },
    })
    expect((await stage.call('POST', '/actions', { ...toHttp, connector: 'none' })).status).toBe(400)
    await create('/actions', toHttp)
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "t"', actions: ['http:a', { function: 'console' }] })
    expect((await stage.call('DELETE', '/connectors/http:h')).status).toBe(400)
    expect(await stage.call('DELETE', '/actions/http:a')).toMatchObject({
      status: 400,
      body: { message: 'Cannot delete action while active rules are depending on it', rules: ['r'] },
    })
    expect((await stage.call('DELETE', '/actions/http:a?also_delete_dep_actions=true')).status).toBe(204)
    expect((await stage.get('/rules/r')).body).toMatchObject({ actions: [{ function: 'console' }] })
    expect((await stage.call('DELETE', '/connectors/http:h')).status).toBe(204)
  })

  test('does not delete a source that rules select from', async () => {
    await create('/connectors', { type: 'mqtt', name: 'm', server: '127.0.0.1:9', pool_size: 1 })
    await create('/sources', { type: 'mqtt', name: 's', connector: 'm', parameters: { topic: 'x' } })
    await create('/rules', { id: 'r', sql: 'SELECT * FROM "$bridges/mqtt:s"' })
    expect((await stage.call('DELETE', '/sources/mqtt:s?also_delete_dep_actions=true')).body).toMatchObject({
      rules: ['r'],
    })
  })

  test('masks secrets, and accepts its own responses', async () => {
    await create('/connectors', { type: 'mqtt', name: 'm', server: '127.0.0.1:9', username: 'u', password: 'hush' })
    const { body } = await stage.get('/connectors/mqtt:m')
    expect(JSON.stringify(body)).not.toContain('hush')
    const changed = await stage.call('PUT', '/connectors/mqtt:m', { ...body, description: 'new' })
    expect(changed).toMatchObject({ status: 200, body: { description: 'new', password: '******' } })
    expect((await stage.call('PUT', '/connectors/mqtt:m', { ...body, name: 'other' })).status).toBe(400)
  })

  test("reports missing objects with EMQX's messages", async () => {
    const message = async (path: string) => JSON.stringify((await stage.get(path)).body)
    expect(await message('/connectors/http:nope')).toContain("connector named 'nope' of type http does not exist.")
    expect(await message('/connectors/nope')).toContain('Invalid connector ID, should be of pattern {type}:{name}')
    expect(await message('/actions/http:nope')).toContain("bridge named 'nope' of type http does not exist.")
    expect(await message('/actions/http:nope/metrics')).toContain('does not exist')
    expect((await stage.call('POST', '/connectors/http:nope/start')).status).toBe(404)
    expect((await stage.call('PUT', '/connectors/http:nope/enable/true')).status).toBe(404)
  })

  test('starts enabled objects, reports failures, and tests without saving', async () => {
    await create('/connectors', { ...silentHttp, enable: false })
    expect((await stage.get('/connectors/http:h')).body).toMatchObject({ status: 'stopped' })
    expect((await stage.call('POST', '/connectors/http:h/start')).status).toBe(400)
    expect((await stage.call('PUT', '/connectors/http:h/enable/true')).status).toBe(204)
    expect(await stage.call('POST', '/connectors/http:h/start')).toMatchObject({
      status: 400,
      body: { message: 'Connection refused' },
    })
    expect((await stage.call('POST', '/nodes/nowhere/connectors/http:h/start')).status).toBe(404)
    expect((await stage.call('POST', '/connectors/http:h/nonsense')).status).toBe(400)
    expect(await stage.call('POST', '/connectors_probe', { ...silentHttp, name: 'p' })).toMatchObject({
      status: 400,
      body: { code: 'TEST_FAILED', message: 'Connection refused' },
    })
    expect(await list('/connectors')).toHaveLength(1)
  })

  test('refuses types that this node cannot run, and says why', async () => {
    for (const path of ['/connectors', '/connectors_probe', '/bridges']) {
      const { status, body } = await stage.call('POST', path, { type: 'oracle', name: 'o', server: '127.0.0.1' })
      expect([status, JSON.stringify(body)], path).toEqual([
        400,
        expect.stringMatching(/not available on this node\. The client has not been tested with Oracle/),
      ])
    }
  })
})

describe('a change of several objects', () => {
  const change = (body: object) => stage.call('POST', '/mqdeck/integration_changes', body)

  test('creates, changes and deletes a connector, an action and a rule together', async () => {
    const made = await change({
      create: {
        rules: [{ id: 'r', sql: 'SELECT * FROM "t"', actions: ['http:a'] }],
        actions: [toHttp],
        connectors: [silentHttp],
      },
    })
    expect(made).toMatchObject({
      status: 200,
      body: { connectors: [{ name: 'h' }], actions: [{ name: 'a', rules: ['r'] }], rules: [{ id: 'r' }], sources: [] },
    })
    const changed = await change({
      update: {
        connectors: [{ ...silentHttp, enable: false }],
        actions: [{ ...toHttp, enable: false }],
        rules: [{ id: 'r', sql: 'SELECT * FROM "u"', actions: ['http:a'], enable: false }],
      },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { connectors: [{ status: 'stopped' }], rules: [{ from: ['u'] }] },
    })
    const gone = { connectors: ['http:h'], actions: ['http:a'], rules: ['r'] }
    expect((await change({ delete: gone })).status).toBe(200)
    expect(await list('/connectors')).toEqual([])
  })

  test('changes nothing if a part is rejected', async () => {
    const wrong = { id: 'r', sql: 'SELECT FROM', actions: ['http:a'] }
    const refused = await change({ create: { connectors: [silentHttp], actions: [toHttp], rules: [wrong] } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect([await list('/connectors'), await list('/actions'), await list('/rules')]).toEqual([[], [], []])
    expect((await change({ create: { actions: [toHttp] } })).status).toBe(400)
    expect((await change({ delete: { rules: ['none'] } })).status).toBe(404)
  })
})

test('everything is restored after a restart', async () => {
  const folder = await createTempFolder()
  const system = await startHttpServer()
  system.answer((_, response) => void response.writeHead(200).end())
  const start = async () => {
    const server = await startServer({
      settings: { data_dir: folder.path, ...freePorts },
      passwordCost: cheapPasswordCost,
    })
    const login = { username: 'admin', password: 'public' }
    const ask = async (method: string, path: string, token: string, body?: object) => {
      const response = await fetch(`${server.urls.api}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await response.text() }
    }
    const { token } = JSON.parse((await ask('POST', '/login', '', login)).text)
    return { server, call: (method: string, path: string, body?: object) => ask(method, path, token, body) }
  }
  const first = await start()
  await first.call('POST', '/connectors', { ...silentHttp, url: system.origin })
  await first.call('POST', '/actions', toHttp)
  const rule = { id: 'r', sql: 'SELECT *\nFROM "t"', actions: ['http:a', republish('rep')], metadata: { own: 'kept' } }
  expect((await first.call('POST', '/rules', rule)).status).toBe(201)
  const before = (await first.call('GET', '/rules')).text
  await first.server.stop()
  const second = await start()
  expect((await second.call('GET', '/rules')).text).toBe(before)
  const { client, end } = await connectMqttJs({ host: '127.0.0.1', port: second.server.ports.tcp ?? 0 })
  await eventually(
    async () => (await second.call('GET', '/actions/http:a')).text.includes('"status":"connected"'),
    () => 'the action does not work',
  )
  await client.publishAsync('t', 'x', { qos: 1 })
  await eventually(
    () => system.requests().some(({ method }) => method === 'POST'),
    () => 'nothing came',
  )
  await end()
  await second.server.stop()
  await system.down()
  await folder.remove()
})
