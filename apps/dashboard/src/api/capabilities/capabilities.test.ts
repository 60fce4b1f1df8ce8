// @vitest-environment jsdom
import { createCall } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import type { Need } from '../../ui/index.ts'
import { createSessionKeeper, type Session } from '../session/session.ts'
import { tabVault } from '../session/vault.ts'
import { type Capabilities, createCapabilities, presenceOf } from './capabilities.ts'
import { editionOf } from './edition.ts'

const audit: Need = { get: '/audit?limit=1', partOf: 'enterprise' }
const telemetry: Need = { get: '/telemetry/status', partOf: 'open-source' }
const security: Need = { get: '/mqdeck/security', partOf: 'mqdeck' }
const files: Need = { get: '/mqdeck/log_files', partOf: 'mqdeck' }
const needs = [audit, telemetry, security, files]

const session: Session = { username: 'admin', token: 't1', version: '5.8.9', edition: 'ce', role: 'administrator' }

async function keep(of: Session = session) {
  const keeper = await createSessionKeeper(tabVault('user'))
  await keeper.start(of)
  const capabilities = createCapabilities(keeper)
  capabilities.watch(needs)
  return { keeper, capabilities }
}

/** A broker with these answers, and the requests it received. */
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

test('requests no page has sent are sent once each; one missing MQDeck endpoint marks all of them as missing', async () => {
  const { capabilities } = await keep()
  const { call, asked } = broker(capabilities, { '/mqdeck/security': 404, '/telemetry/status': 404 })
  capabilities.observe('GET', '/audit?page=1&limit=20', 200)
  await capabilities.ask(call)
  expect(asked).toEqual(['/telemetry/status', '/mqdeck/security'])
  expect(seen(capabilities)).toEqual(['here', 'missing', 'missing', 'missing'])
  await capabilities.ask(call)
  expect(asked).toHaveLength(2)
})

test('telemetry of an enterprise cluster is missing without a request', async () => {
  const { capabilities } = await keep({ ...session, edition: 'ee' })
  const { call, asked } = broker(capabilities, { '/audit?limit=1': 200, '/mqdeck/security': 404 })
  expect(seen(capabilities)).toEqual([undefined, 'missing', undefined, undefined])
  await capabilities.ask(call)
  expect(asked).toEqual(['/audit?limit=1', '/mqdeck/security'])
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
])('status %i means: %s', async (status, presence) => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', status)
  expect(presenceOf(capabilities.known.get(), audit)).toBe(presence)
})

test('unwatched paths, changes and sub-paths do not affect a path', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/clients/nobody', 404)
  capabilities.observe('GET', '/audit/17', 404)
  capabilities.observe('POST', '/audit', 404)
  expect(capabilities.known.get()).toEqual({})
})

test('known paths survive a reload, but not another broker version or role', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', 403)
  expect(seen((await keep()).capabilities)[0]).toBe('forbidden')
  const { keeper, capabilities: later } = await keep({ ...session, role: 'viewer' })
  expect(later.known.get()).toEqual({})
  later.observe('GET', '/audit', 200)
  await keeper.start({ ...session, role: 'viewer', version: '5.9.0', token: 't2' })
  expect(later.known.get()).toEqual({})
})

test('a request without an answer keeps the page in the menu and is not repeated', async () => {
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
])('a feature known from another answer is not requested: %s', async (body, presence) => {
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

test('a second check finds a feature that was added meanwhile', async () => {
  const { capabilities } = await keep()
  capabilities.observe('GET', '/audit', 501)
  await capabilities.askAgain(broker(capabilities, { '/audit?limit=1': 200 }).call, audit)
  expect(seen(capabilities)[0]).toBe('here')
})

test('damaged stored data is ignored', async () => {
  sessionStorage.setItem('capabilities', '{"broken')
  expect((await keep()).capabilities.known.get()).toEqual({})
})

test('the MQDeck broker is its own edition, and an unknown name is none', () => {
  expect(editionOf({ edition: 'ee', role: 'viewer' })).toBe('enterprise')
  expect(editionOf({ edition: 'ce' })).toBe('open-source')
  expect(editionOf({ edition: 'opensource' })).toBe('open-source')
  expect(editionOf({ edition: 'ce', role: 'viewer' })).toBe('mqdeck')
  expect(editionOf({ edition: 'platform' })).toBeUndefined()
})
