import { api, defaultsOf, type EndpointShape, log, toPlain } from '@mqdeck/contract'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock, createTempStore, type FakeClock, type TempStore } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditedCall } from '../../../http/auditor.ts'
import { createDiskWatch } from '../../../store/disk-watch.ts'
import { type AuditLog, openAuditLog } from './service.ts'

const admin = { kind: 'user', username: 'admin', role: 'administrator', token: 't' } as const
const call = (endpoint: EndpointShape, more: Partial<AuditedCall> = {}): AuditedCall => ({
  endpoint,
  identity: admin,
  peer: '10.0.0.1',
  params: {},
  body: undefined,
  headers: {},
  status: 200,
  failure: '',
  duration: 1,
  ...more,
})

let temp: TempStore
let clock: FakeClock
let settings: ReturnType<typeof defaults>
let written: string[]
let audit: AuditLog
const defaults = () => ({ ...toPlain(log, defaultsOf(log)).audit, enable: true })
const open = () =>
  openAuditLog({
    store: temp.store,
    disk: createDiskWatch(),
    clock,
    node: 'n@h',
    settings: () => settings,
    writeFile: (level, { operation_id }) => written.push(`${level} ${operation_id}`),
    log: silentLog,
  })

beforeEach(async () => {
  temp = await createTempStore()
  clock = createFakeClock(Date.parse('2026-11-21T08:00:00.123Z'))
  settings = defaults()
  written = []
  audit = open()
})
afterEach(() => temp.remove())

const operations = () => Array.from(audit.list(), ({ entry }) => `${entry.source} ${entry.operation_id}`)

test('entries are sorted newest first with unique times, also after a restart and when the clock was set back', async () => {
  await audit.record(call(api.createBanned))
  await audit.record(call(api.clearBanned))
  await temp.reopen()
  clock = createFakeClock(Date.parse('2026-11-20T08:00:00Z'))
  audit = open()
  await audit.record(call(api.logout))
  expect(Array.from(audit.list(), ({ entry }) => [entry.created_at, entry.operation_id])).toEqual([
    ['2026-11-21T08:00:00.123002+00:00', '/logout'],
    ['2026-11-21T08:00:00.123001+00:00', '/banned'],
    ['2026-11-21T08:00:00.123000+00:00', '/banned'],
  ])
})

test('the configured number of entries is kept, effective immediately', async () => {
  for (let times = 0; times < 30; times++) await audit.record(call(api.createBanned, { duration: times }))
  expect(audit.count()).toBe(30)
  settings = { ...settings, max_filter_size: 10 }
  await audit.record(call(api.createBanned, { duration: 30 }))
  expect(Array.from(audit.list(), ({ entry }) => entry.duration_ms)).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21])
})

test('rejected calls do not displace other entries', async () => {
  settings = { ...settings, max_filter_size: 12 }
  const isUnauthenticatedCall = call(api.createBanned, { identity: undefined, status: 401 })
  const viewer = call(api.createBanned, { identity: { ...admin, username: 'eve', role: 'viewer' }, status: 403 })
  for (let times = 0; times < 9; times++) await audit.record(call(api.clearBanned))
  for (let times = 0; times < 100; times++) await audit.record(times % 2 === 0 ? isUnauthenticatedCall : viewer)
  expect(operations().filter((one) => one === 'admin /banned')).toHaveLength(9)
  expect(audit.count()).toBe(12)
  expect(written).toHaveLength(69)
  clock.advance(60_000)
  await audit.record(isUnauthenticatedCall)
  expect(written).toHaveLength(70)
  for (let times = 0; times < 12; times++) await audit.record(call(api.logout))
  expect(operations().filter((one) => one === 'admin /banned')).toHaveLength(0)
})

test('high-frequency requests are omitted unless enabled', async () => {
  await audit.record(call(api.publish))
  await audit.record(call(api.kickClients))
  expect(audit.count()).toBe(0)
  settings = { ...settings, ignore_high_frequency_request: false, payload_encode: 'hidden' }
  await audit.record(call(api.publish, { body: { topic: 't', payload: 'private' } }))
  const [{ entry } = {}] = audit.list()
  expect(entry?.http_request).toMatchObject({ body: '{"topic":"t","payload":"******"}' })
})

test('a higher level omits successful calls', async () => {
  settings = { ...settings, level: 'error' }
  await audit.record(call(api.createBanned))
  await audit.record(call(api.createBanned, { status: 400, failure: '{"code":"BAD_REQUEST","message":"m"}' }))
  await audit.record(call(api.createBanned, { status: 500, failure: 'no JSON' }))
  expect(Array.from(audit.list(), ({ entry }) => entry.failure)).toEqual([{}, { code: 'BAD_REQUEST', message: 'm' }])
  expect(written).toEqual(['error /banned', 'critical /banned'])
})

test('secrets in configuration text are masked with any quotes', async () => {
  const body =
    'dashboard { default_password = """pass1""", token_expired_time = 5m }\nlisteners.ssl.a.ssl_options.password = pass2'
  await audit.record(call(api.updateConfigs, { body }))
  await audit.record(call(api.updateConfigs, { body: 'a { password = pass3', status: 400 }))
  await audit.record(call(api.updateConfigs, { body: 'password = pass4\n'.repeat(50_000) }))
  const text = JSON.stringify(Array.from(audit.list(), ({ entry }) => entry))
  expect(text).not.toMatch(/pass\d/)
  expect(text).toContain('5m')
  expect(text).toContain('characters that cannot be read')
})

test('an entry that cannot be stored is logged and does not affect the call', async () => {
  const failing = openAuditLog({
    store: { ...temp.store, batch: () => Promise.reject(new Error('disk full')) },
    disk: createDiskWatch(),
    clock,
    node: 'n@h',
    settings: () => settings,
    writeFile: () => {},
    log: { ...silentLog, error: (_fields, event) => written.push(event) },
  })
  await failing.record(call(api.createBanned))
  expect(written).toEqual(['audit_entry_not_stored'])
})
