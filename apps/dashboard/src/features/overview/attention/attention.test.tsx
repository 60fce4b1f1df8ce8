// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { recordedCluster } from '../../../api/test-cluster.ts'
import { overviewRoutes } from '../routes.ts'

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
const page = (data: readonly object[]) => ({ data, meta: { page: 1, limit: 1000, count: data.length, hasnext: false } })
const alarm = (name: string, details: object = {}) => ({
  name,
  node: 'a@127.0.0.1',
  message: 'resource down: refused',
  details: { reason: 'resource_down', ...details },
  duration: 60_000,
  activate_at: new Date(minutesAgo(41)).toISOString(),
})
const alarms =
  (...active: readonly object[]) =>
  (url: URL) =>
    page(url.searchParams.get('activated') === 'true' ? active : [])
const connector = {
  type: 'pgsql',
  name: 'warehouse',
  server: '10.0.0.7:5432',
  status: 'disconnected',
  status_reason: 'Connection refused',
  actions: ['write'],
}
const action = {
  type: 'pgsql',
  name: 'write',
  enable: true,
  description: '',
  created_at: 0,
  last_modified_at: 0,
  status: 'disconnected',
  node_status: [],
  rules: ['r1', 'r2'],
}
const quiet: Answers = {
  'GET /nodes': [{ node: 'a@127.0.0.1', node_status: 'running', role: 'core', version: '5.8.9', uptime: 60_000 }],
  'GET /alarms': alarms(),
  'GET /connectors': [],
  'GET /listeners': [],
  'GET /prometheus/auth': text(''),
  'GET /prometheus/data_integration': text(''),
  'GET /prometheus/stats': text(''),
}

function text(body: string) {
  return () => new Response(body, { headers: { 'content-type': 'text/plain' } })
}

const strip = async () => within(await screen.findByRole('region', { name: 'Needs attention' }))
const render = (answers: Answers) => renderPage(overviewRoutes, '/dashboard/overview', { ...quiet, ...answers })

test('without findings there is one line', async () => {
  await render({})
  const found = await strip()
  expect(found.getByText('Nothing needs attention')).toBeTruthy()
  expect(found.queryByRole('list')).toBeNull()
})

test('a connector that is down is listed once, with address, reason, rules and the time of its alarm', async () => {
  await render({
    'GET /connectors': [connector, { ...connector, name: 'off', enable: false, status: 'stopped' }],
    'GET /actions_summary': [action],
    'GET /alarms': alarms(alarm('connector:pgsql:warehouse'), alarm('action:pgsql:write:connector:pgsql:warehouse')),
  })
  const found = await strip()
  expect(await found.findByText('10.0.0.7:5432 · Connection refused · 2 rules affected')).toBeTruthy()
  expect(found.getByText('1 problem needs attention')).toBeTruthy()
  expect(found.getByText(/41 min/)).toBeTruthy()
  expect(found.getByRole('link', { name: 'Connector warehouse is down' }).getAttribute('href')).toBe(
    '/connector/pgsql%3Awarehouse',
  )
})

test('in front of EMQX failing rules, authenticators and certificates come from its metrics', async () => {
  const soon = Math.floor((Date.now() + 10.5 * 86_400_000) / 1000)
  await render({
    'GET /prometheus/data_integration': text(
      'emqx_rule_enable{id="bad"} 1\nemqx_rule_matched{id="bad"} 20\nemqx_rule_failed_exception{id="bad"} 20\n' +
        'emqx_rule_enable{id="good"} 1\nemqx_rule_matched{id="good"} 20\n',
    ),
    'GET /prometheus/auth': text(
      'emqx_authn_enable{id="password_based:mysql"} 1\nemqx_authn_status{id="password_based:mysql"} 0\n' +
        'emqx_authz_enable{type="redis"} 0\nemqx_authz_status{type="redis"} 0\n',
    ),
    'GET /prometheus/stats': text(`emqx_cert_expiry_at{listener_type="ssl",listener_name="default"} ${soon}\n`),
  })
  const found = await strip()
  expect(found.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Rule bad: 100% failing',
    'Authenticator Password · MySQL is down',
    'Certificate of ssl:default expires in 10 days',
  ])
})

test("MQDeck's broker has the last error of a failing rule", async () => {
  const counters = {
    matched: 10,
    'failed.exception': 10,
    'actions.success': 0,
    'actions.failed': 0,
    'actions.discarded': 0,
  }
  const failure = { reason: 'not a number', count: 10, first_at: minutesAgo(9), last_at: Date.now() }
  await render({
    'GET /mqdeck/rules_summary': [
      { id: 'bad', enable: true, at: Date.now(), metrics: counters, last_failure: failure },
    ],
  })
  expect((await strip()).getByText('SQL errors · not a number')).toBeTruthy()
})

test('lost deliveries are first, with their reasons and slow consumers', async () => {
  const loss = { time_stamp: minutesAgo(0.5), delivery_dropped: 1210, delivery_dropped_queue_full: 1210 }
  await render({
    'GET /mqdeck/monitor': [loss],
    'GET /mqdeck/message_queues': {
      sessions: 9,
      queued: 4000,
      full_connected: 3,
      full_offline: 1,
      slow: 3,
      longest: [],
    },
    'GET /connectors': [connector],
  })
  const [first] = (await strip()).getAllByRole('listitem')
  expect(first?.textContent).toContain('121 deliveries lost per second')
  expect(first?.textContent).toContain('queue full 121/s · 3 slow consumers · 4 full queues')
})

test('more than six findings are counted and shown on demand', async () => {
  await render({
    'GET /alarms': alarms(...Array.from({ length: 8 }, (_, index) => alarm(`test_${index}`, { reason: '' }))),
  })
  const found = await strip()
  expect(found.getAllByRole('listitem')).toHaveLength(6)
  await userEvent.click(found.getByRole('button', { name: 'Show 2 more' }))
  expect(found.getAllByRole('listitem')).toHaveLength(8)
})

test('a check whose request fails is named', async () => {
  const failed = () => Response.json({ code: 'INTERNAL_ERROR', message: '' }, { status: 500 })
  await render({ 'GET /connectors': failed, 'GET /listeners': failed })
  expect((await strip()).getByText('Could not check connectors and listeners')).toBeTruthy()
})

test('a stopped node of a cluster is listed, and nothing else is invented', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', await recordedCluster({ stopped: true }))
  const found = await strip()
  expect(found.getByRole('link', { name: 'Node emqx2@127.0.0.1 is stopped' })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/NaN|undefined/)
})
