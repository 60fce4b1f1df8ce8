// @vitest-environment jsdom
import { createCall } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import type { Need } from '../ui/index.ts'
import { type Capabilities, createCapabilities, presenceOf } from './capabilities.ts'
import { editionOf } from './capability-edition.ts'
import { createSessionKeeper, type Session } from './session.ts'
import { tabVault } from './vault.ts'

const audit: Need = { get: '/audit?limit=1', partOf: 'enterprise' }
const telemetry: Need = { get: '/telemetry/status', partOf: 'open-source' }
const security: Need = { get: '/mqdeck/security', partOf: 'mqdeck' }
const files: Need = { get: '/mqdeck/log_files', partOf: 'mqdeck' }
const needs = [audit, telemetry, security, files]

const session: Session = { username: 'admin', token: 't1', version: '5.8.9', edition: 'ee', role: 'administrator' }

async function keep(of: Session = session) {
  const keeper = await createSessionKeeper(tabVault('user'))
  await keeper.start(of)
  const capabilities = createCapabilities(keeper)
  capabilities.watch(needs)
  return { keeper, capabilities }
}

/** A broker that answers these with that, and what it was asked. */
function broker(capabilities: Capabilities, statuses: Readonly<Record<string, number>>) {
  const asked: string[] = []
  const call = createCall({
    baseUrl: '',
    async fetch(url, { method = 'GET' }) {
      asked.push(url)
      const status = statuses[url]
      if (status === undefined) throw new TypeError('no answer')
      capabilities.observe(method, url, status)
      return new Response('{}', { status })
    },
  })
  return { call, asked }
}

const seen = ({ known }: Capabilities) => needs.map((need) => presenceOf(known.get(), need))

test('it asks for what no page has asked, each once, and one miss of our own additions speaks for all of them', async () => {
  const { capabilities } = await keep()
  const { call, asked } = broker(capabilities, { '/mqdeck/security': 404, '/telemetry/status': 404 })
  capabilities.observe('GET', '/audit?page=1&limit=20', 200)
  await capabilities.ask(call)
  expect(asked).toEqual(['/telemetry/status', '/mqdeck/security'])
  expect(seen(capabilities)).toEqual(['here', 'missing', 'missing', 'missing'])
  await capabilities.ask(call)
  expect(asked).toHaveLength(2)
})

test.each([
  [404, 'missing'],
  [501, 'off'],
  [403, 'forbidden'],
  [200, 'here'],
  // `Audit is disabled` is an answer of the audit log.
  [400, 'here'],
  [401, undefined],
  [429, undefined],
  [500, undefined],
  [503, undefined],
])('an answer of %i says: %s', async (status, presence) => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', status)
  expect(presenceOf(capabilities.known.get(), audit)).toBe(presence)
})

test('what is not watched, a change, and a thing below a path say nothing of it', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/clients/nobody', 404)
  capabilities.observe('GET', '/audit/17', 404)
  capabilities.observe('POST', '/audit', 404)
  expect(capabilities.known.get()).toEqual({})
})

test('what is known outlasts a reload, not another version of the broker or another role', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', 403)
  expect(seen((await keep()).capabilities)[0]).toBe('forbidden')
  const { keeper, capabilities: later } = await keep({ ...session, role: 'viewer' })
  expect(later.known.get()).toEqual({})
  later.observe('GET', '/audit', 200)
  await keeper.start({ ...session, role: 'viewer', version: '5.9.0', token: 't2' })
  expect(later.known.get()).toEqual({})
})

test('a request without an answer leaves the page in the menu, and is not repeated by itself', async () => {
  const { capabilities } = await keep()
  const { call, asked } = broker(capabilities, {})
  await capabilities.ask(call)
  await capabilities.ask(call)
  expect(asked).toHaveLength(needs.length)
  expect(capabilities.known.get()).toEqual({})
})

test.each([
  ['{"console":{},"audit":{"enable":false}}', 'here'],
  ['{"console":{}}', 'missing'],
  ['no JSON', undefined],
])('a feature that another answer shows is not asked for itself: %s', async (body, presence) => {
  const { capabilities } = await keep()
  const need: Need = { get: '/audit', shownBy: { get: '/configs/log', field: 'audit' } }
  capabilities.watch([need])
  const asked: string[] = []
  const call = createCall({
    baseUrl: '',
    fetch: async (url) => {
      asked.push(url)
      return new Response(body, { status: 200 })
    },
  })
  await capabilities.askAgain(call, need)
  expect([presenceOf(capabilities.known.get(), need), asked]).toEqual([presence, ['/configs/log']])
})

test('asked again, the broker may have got it meanwhile', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', 501)
  await capabilities.askAgain(broker(capabilities, { '/audit?limit=1': 200 }).call, audit)
  expect(seen(capabilities)[0]).toBe('here')
})

test('a damaged memory is no memory', async () => {
  sessionStorage.setItem('capabilities', '{"broken')
  expect((await keep()).capabilities.known.get()).toEqual({})
})

test('the own broker is neither of the two editions, and an unknown name is none', () => {
  expect(editionOf({ edition: 'ee', role: 'viewer' })).toBe('enterprise')
  expect(editionOf({ edition: 'ce' })).toBe('open-source')
  expect(editionOf({ edition: 'opensource' })).toBe('open-source')
  expect(editionOf({ edition: 'ce', role: 'viewer' })).toBe('mqdeck')
  expect(editionOf({ edition: 'platform' })).toBeUndefined()
})
