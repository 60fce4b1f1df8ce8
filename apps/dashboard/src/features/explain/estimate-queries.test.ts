import type { Call } from '@mqdeck/contract'
import { ApiError } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { estimateDecision } from './estimate-queries.ts'
import { notCheckedIn } from './explain-result.ts'

/** A broker that has responses for these paths and returns 404 for all others. */
const callOf = (answers: Readonly<Record<string, unknown>>): Call =>
  (async ({ path }: { readonly path: string }, { params = {} }: { readonly params?: Record<string, string> } = {}) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    if (address in answers) return answers[address]
    throw new ApiError(404, { code: 'NOT_FOUND', message: address })
  }) as never // only called with these arguments

const rules = '/authorization/sources/built_in_database/rules'
const file = {
  type: 'file',
  enable: true,
  rules: '{allow, {username, "ann"}, publish, ["a/${clientid}"]}.\n{deny, all}.',
}
const builtIn = { type: 'built_in_database', enable: true }
const broker = (sources: readonly object[], more: object = {}) => ({
  '/banned': { data: [], meta: {} },
  '/authentication': [],
  '/authorization/settings': { no_match: 'allow', deny_action: 'ignore' },
  '/authorization/sources': { sources },
  ...more,
})
const ann = { clientid: 'c1', username: 'ann', peerhost: '10.0.0.1' }
const publish = (topic: string) => ({ type: 'publish', topic }) as const

test('rules of the ACL file are evaluated in the browser', async () => {
  const call = callOf(broker([file]))
  const allowed = await estimateDecision(call, { ...ann, action: publish('a/c1') })
  expect(allowed).toMatchObject({ result: 'allow', isEstimate: true })
  expect(allowed.authorization).toMatchObject({
    decision: { by: 'file' },
    steps: [{ result: 'allow', notes: [{ what: 'matching rule', detail: expect.stringContaining('ann') }] }],
  })
  expect((await estimateDecision(call, { ...ann, action: publish('a/c2') })).result).toBe('deny')
})

test('rules of the built-in database are checked for the client, then the user, then everyone', async () => {
  const rule = (permission: string, topic: string) => ({
    permission,
    topic,
    action: 'all',
    qos: [0, 1, 2],
    retain: 'all',
  })
  const call = callOf(
    broker([builtIn], {
      [`${rules}/clients/c1`]: { rules: [rule('deny', 'eq a/#')] },
      [`${rules}/users/ann`]: { rules: [rule('allow', 'a/#')] },
      [`${rules}/all`]: { rules: [rule('deny', '#')] },
    }),
  )
  expect((await estimateDecision(call, { ...ann, action: publish('a/b') })).result).toBe('allow')
  expect((await estimateDecision(call, { ...ann, action: { type: 'subscribe', topic: '$share/g/a/#' } })).result).toBe(
    'deny',
  )
  expect((await estimateDecision(call, { ...ann, clientid: 'c2', username: 'bob', action: publish('b') })).result).toBe(
    'deny',
  )
})

test('authenticators and external sources are reported as not checked', async () => {
  const chain = {
    '/authentication': [
      { mechanism: 'password_based', backend: 'mysql', enable: true },
      { mechanism: 'jwt', enable: false },
    ],
  }
  const outcome = await estimateDecision(callOf(broker([{ type: 'http', enable: true }, file], chain)), {
    ...ann,
    action: publish('b'),
  })
  expect(notCheckedIn(outcome)).toEqual(['password_based:mysql', 'http'])
  expect(outcome.authorization?.decision).toMatchObject({ result: 'deny', by: 'file' })
})

test('no_match decides if no source matches, and a draft replaces the current settings', async () => {
  const call = callOf(broker([file]))
  const draft = { authorization: { sources: [], no_match: 'deny', deny_action: 'disconnect' } }
  expect(
    (await estimateDecision(call, { ...ann, action: publish('a/c1'), draft })).authorization?.decision,
  ).toMatchObject({
    result: 'deny',
    by: 'default',
    disconnects: true,
  })
})

test('an exact ban is checked first', async () => {
  const ban = { as: 'username', who: 'ann', by: 'admin', reason: '', at: '', until: 'infinity' }
  const outcome = await estimateDecision(callOf(broker([file], { '/banned': { data: [ban], meta: {} } })), ann)
  expect(outcome).toMatchObject({ result: 'deny', connect: { ban: { who: 'ann' } }, authentication: undefined })
})
