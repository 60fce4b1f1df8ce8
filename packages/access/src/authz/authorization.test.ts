import { createHooks, createMetrics } from '@mqdeck/broker'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { alwaysConnected } from '../authn/always-connected.ts'
import { createAuthorization } from './authorization.ts'
import { createAuthzChain } from './chain.ts'
import { compileRow } from './rules/row.ts'
import type { AuthorizationSettings } from './settings.ts'

const publish = (topic: string, qos: 0 | 1 | 2 = 0, retain = false) =>
  ({ type: 'publish', topic, qos, retain }) as const
const subscribe = (topic: string) => ({ type: 'subscribe', topic, qos: 0, retain: false }) as const
const settings = (changes: Partial<AuthorizationSettings> = {}): AuthorizationSettings => ({
  no_match: 'deny',
  deny_action: 'ignore',
  source_failure: 'deny',
  recheck_sessions: false,
  cache: { enable: true, max_size: 2, ttl: 60_000, excludes: ['live/#'] },
  sources: [],
  ...changes,
})
const file = (rules: string) => ({ type: 'file', enable: true, rules })

async function open(first: AuthorizationSettings = settings()) {
  const { store, remove } = await createTempStore()
  const hooks = createHooks(silentLog)
  const metrics = createMetrics()
  const clock = createFakeClock()
  const authorization = createAuthorization({ hooks, metrics, store, clock, log: silentLog, folder: '/nowhere' })
  onTestFinished(async () => {
    await authorization.stop()
    await remove()
  })
  await authorization.start(first)
  const ann = clientInfoWith()
  return {
    authorization,
    metrics,
    clock,
    ann,
    hooks,
    ask: (action: ReturnType<typeof publish | typeof subscribe>, client = ann) =>
      hooks.runFold('client.authorize', 'ignore', [client, action]),
  }
}

test('no_match decides synchronously if no source matches', async () => {
  const { ask, authorization, metrics } = await open()
  expect(ask(publish('a'))).toEqual({ result: 'deny', source: 'default', disconnect: false })
  await authorization.update(settings({ no_match: 'allow' }))
  expect(ask(publish('a'))).toEqual({ result: 'allow', source: 'default' })
  expect(metrics).toMatchObject({ 'authorization.nomatch': 2, 'authorization.cache_miss': 2 })
})

test('a decision is cached by topic, QoS and retain flag until it expires or settings change', async () => {
  const { ask, authorization, clock, metrics, ann } = await open(settings({ sources: [file('{allow, all}.')] }))
  const source = (answer: ReturnType<typeof ask>) =>
    'source' in (answer as object) && (answer as { source: string }).source
  expect(source(ask(publish('a')))).toBe('file')
  expect(source(ask(publish('a')))).toBe('cache')
  expect(source(ask(publish('a', 1)))).toBe('file')
  expect(source(ask(publish('a', 1, true)))).toBe('file')
  expect(authorization.cached(ann)).toEqual([
    { action: publish('a', 1), result: 'allow', decidedAt: clock.now() },
    { action: publish('a', 1, true), result: 'allow', decidedAt: clock.now() },
  ])
  clock.advance(60_001)
  expect(source(ask(publish('a', 1)))).toBe('file')
  await authorization.update(settings({ sources: [file('{deny, all}.')] }))
  expect(ask(publish('a', 1))).toMatchObject({ result: 'deny', source: 'file' })
  authorization.clearCache(ann)
  expect(authorization.cached(ann)).toEqual([])
  expect(metrics).toMatchObject({ 'authorization.cache_hit': 1, 'authorization.matched.allow': 4 })
})

test('cached decisions of a client are removed when it disconnects or authenticates again', async () => {
  const { ask, ann, authorization, hooks } = await open()
  ask(publish('a'))
  hooks.run('client.check_authn_complete', ann, { result: 'ignore' }, true)
  expect(authorization.cached(ann)).toEqual([])
  ask(publish('a'))
  hooks.run('client.disconnected', ann, 'normal', { connectedAt: 0, disconnectedAt: 0, userProperties: [] })
  expect(authorization.cached(ann)).toEqual([])
})

test('a failing source is logged once, counted, and denies unless failures are ignored', async () => {
  const chain = createAuthzChain({ clock: createFakeClock(), log: silentLog })
  let isDown = true
  const source = {
    ...alwaysConnected,
    onStateChange: () => () => {},
    authorize: () => {
      if (isDown) throw new Error('down')
      return Promise.resolve('allow' as const)
    },
  }
  const last = { ...alwaysConnected, authorize: () => 'deny' as const }
  const sources = [
    { type: 'mysql', source },
    { type: 'file', source: last },
  ]
  await chain.replace(sources, 'deny')
  expect(chain.decide(clientInfoWith(), publish('a'))).toEqual({ result: 'deny', by: 'source_failed' })
  await chain.replace(sources, 'ignore')
  expect(chain.decide(clientInfoWith(), publish('a'))).toEqual({ result: 'deny', by: 'file' })
  isDown = false
  expect(await chain.decide(clientInfoWith(), publish('a'))).toEqual({ result: 'allow', by: 'mysql' })
  expect(chain.members()).toMatchObject([
    { metrics: { total: 3, allow: 1, deny: 1, ignore: 1 }, backendMetrics: { matched: 3, success: 1, failed: 2 } },
    { metrics: { total: 1, deny: 1 } },
  ])
})

test('decisions about excluded topics are not cached', async () => {
  const { ask, metrics } = await open(settings({ sources: [file('{allow, all}.')] }))
  ask(publish('live/a'))
  ask(publish('live/a'))
  expect(metrics).toMatchObject({ 'authorization.cache_miss': 0, 'authorization.matched.allow': 2 })
})

test('sources are checked in order, and their metrics are kept when their settings change', async () => {
  const { ask, authorization } = await open(
    settings({ sources: [{ type: 'built_in_database', enable: true, max_rules: 10 }, file('{allow, all}.')] }),
  )
  await authorization.rules.put([
    { owner: ['username', 'ann'], rules: [{ topic: 'a', permission: 'deny', action: 'all', qos: [0], retain: 'all' }] },
    { owner: ['clientid', 'c1'], rules: [{ topic: 'b', permission: 'allow', action: 'all', qos: [0], retain: 'all' }] },
    { owner: ['all'], rules: [{ topic: 'b', permission: 'deny', action: 'all', qos: [0], retain: 'all' }] },
  ])
  expect(ask(publish('a'))).toMatchObject({ result: 'deny', source: 'built_in_database' })
  expect(ask(publish('b'))).toMatchObject({ result: 'allow', source: 'built_in_database' })
  expect(ask(publish('c'))).toMatchObject({ result: 'allow', source: 'file' })
  await authorization.update(
    settings({ sources: [{ type: 'built_in_database', enable: true, max_rules: 11 }, file('{deny, all}.')] }),
  )
  expect(authorization.members()).toMatchObject([
    { type: 'built_in_database', metrics: { total: 3, allow: 1, deny: 1, nomatch: 1, ignore: 0 } },
    { type: 'file', metrics: { total: 1, allow: 1 } },
  ])
})

test('a changed rule takes effect immediately despite cached results', async () => {
  const { ask, authorization } = await open(
    settings({ sources: [{ type: 'built_in_database', enable: true, max_rules: 10 }] }),
  )
  expect(ask(publish('a'))).toMatchObject({ result: 'deny', source: 'default' })
  await authorization.rules.put([
    { owner: ['all'], rules: [{ topic: 'a', permission: 'allow', action: 'all', qos: [0, 1, 2], retain: 'all' }] },
  ])
  expect(ask(publish('a'))).toMatchObject({ result: 'allow' })
})

test('rules from authentication are checked before all sources, and deny everything when they have expired', async () => {
  const { ask, clock } = await open(settings({ sources: [file('{deny, all}.')] }))
  const rules = [compileRow({ permission: 'allow', action: 'publish', topic: 'live/${clientid}' })]
  const client = clientInfoWith({ acl: { rules, expiresAt: clock.now() + 1000 } })
  expect(ask(publish('live/c1'), client)).toEqual({ result: 'allow', source: 'client_info' })
  expect(ask(publish('live/c2'), client)).toMatchObject({ result: 'deny', source: 'file' })
  clock.advance(1000)
  expect(ask(publish('live/c1'), client)).toMatchObject({ result: 'deny', source: 'client_info' })
})

test('denied clients are disconnected with deny_action disconnect', async () => {
  const { ask } = await open(settings({ deny_action: 'disconnect' }))
  expect(ask(subscribe('a'))).toEqual({ result: 'deny', source: 'default', disconnect: true })
})

test('invalid settings are rejected without a change, and deny everything at startup', async () => {
  const { ask, authorization } = await open(settings({ sources: [file('{allow, all}.')] }))
  await expect(authorization.update(settings({ sources: [file('{allow, all}.\n{deny, nobody}.')] }))).rejects.toThrow(
    'line 2, column 8',
  )
  expect(ask(publish('a'))).toMatchObject({ result: 'allow' })
  const broken = await open(settings({ no_match: 'allow', sources: [file('{')] }))
  expect(broken.ask(publish('a'))).toMatchObject({ result: 'deny' })
  expect(broken.authorization.member('file')?.state).toMatchObject({ status: 'disconnected' })
})

test('an explanation has all steps, also for a draft', async () => {
  const { ann, authorization } = await open(
    settings({ sources: [{ type: 'built_in_database', enable: true, max_rules: 10 }, file('{allow, all}.')] }),
  )
  expect(await authorization.explain(ann, publish('a'))).toMatchObject({
    result: 'allow',
    by: 'file',
    steps: [
      { type: 'built_in_database', result: 'nomatch' },
      { type: 'file', result: 'allow', notes: [{ what: 'matching rule', detail: 'line 1: {allow, all}' }] },
    ],
  })
  const draft = settings({ no_match: 'deny', sources: [] })
  expect(await authorization.explain(ann, publish('a'), draft)).toEqual({ result: 'deny', by: 'default', steps: [] })
  expect(authorization.member('file')?.metrics.total).toBe(0)
})
