// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { locale } from '../../i18n/index.ts'
import { overviewRoutes } from './routes.ts'

const current = {
  connections: 6,
  live_connections: 5,
  subscriptions: 1234,
  shared_subscriptions: 1,
  topics: 6,
  retained_msg_count: 2,
  received_msg_rate: 12,
  sent_msg_rate: 31,
  dropped_msg_rate: 0,
}
const node = { node: 'a@127.0.0.1', node_status: 'running', role: 'core', version: '5.8.9', uptime: 60_000 }
const sample = (received: number) => ({
  time_stamp: Date.now() - 60_000,
  connections: 6,
  live_connections: 5,
  subscriptions: 6,
  topics: 6,
  received,
  sent: 0,
  dropped: 0,
})
const answers: Answers = {
  'GET /monitor_current': current,
  'GET /nodes': [node],
  'GET /monitor': [sample(120)],
}

test('rates and totals of the cluster are shown, live connections as a link to them', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', answers)
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(screen.getByText('31')).toBeTruthy()
  expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe('/clients?conn_state=connected')
})

test('charts have their last, lowest and highest value in messages per second', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', answers)
  expect(
    await screen.findByRole('img', { name: /Messages, per second.*Received: last 12, lowest 12, highest 12/ }),
  ).toBeTruthy()
})

test('the range is in the URL and determines the request', async () => {
  const page = await renderPage(overviewRoutes, '/dashboard/overview?range=7d', answers)
  await waitFor(() => expect(page.asked).toContain('GET /monitor?latest=604800'))
  await userEvent.click(await screen.findByRole('radio', { name: '6 h' }))
  await waitFor(() => expect(page.asked).toContain('GET /monitor?latest=21600'))
  expect(page.address()).toContain('range=6h')
})

test('each node is a link with its state as a word, and a stopped one is counted', async () => {
  const stopped = { node: 'b@127.0.0.1', node_status: 'stopped', role: 'core' }
  await renderPage(overviewRoutes, '/dashboard/overview', { ...answers, 'GET /nodes': [node, stopped] })
  const graph = await screen.findByRole('list', { name: 'Cluster nodes' })
  expect(within(graph).getByRole('link', { name: 'a@127.0.0.1 Running' }).getAttribute('href')).toBe(
    '/dashboard/nodes/a%40127.0.0.1',
  )
  expect(within(graph).getByRole('link', { name: 'b@127.0.0.1 Stopped' })).toBeTruthy()
  expect(screen.getByText('1 of 2 nodes not running')).toBeTruthy()
})

test('focusing a node shows its card', async () => {
  const other = { ...node, node: 'b@127.0.0.1', version: '5.8.7' }
  await renderPage(overviewRoutes, '/dashboard/overview', { ...answers, 'GET /nodes': [node, other] })
  expect(await screen.findByText('Core · 5.8.9')).toBeTruthy()
  screen.getByRole('link', { name: 'b@127.0.0.1 Running' }).focus()
  expect(await screen.findByText('Core · 5.8.7')).toBeTruthy()
})

test('more than twenty replicants are one entry that opens the list', async () => {
  const replicants = Array.from({ length: 21 }, (_, index) => ({ ...node, node: `r${index}@h`, role: 'replicant' }))
  await renderPage(overviewRoutes, '/dashboard/overview', { ...answers, 'GET /nodes': [node, ...replicants] })
  await userEvent.click(await screen.findByRole('button', { name: '21 replicants' }))
  const list = await screen.findByRole('dialog', { name: 'Replicant nodes' })
  expect(within(list).getAllByRole('link')).toHaveLength(21)
})

test('a broker without clients shows how to connect the first one', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'GET /monitor_current': { ...current, connections: 0, live_connections: 0 },
    'GET /monitor': [sample(0)],
    'GET /listeners': [
      { id: 'tcp:default', type: 'tcp', name: 'default', enable: false, bind: '0.0.0.0:1883' },
      { id: 'tcp:other', type: 'tcp', name: 'other', enable: true, bind: '0.0.0.0:1884' },
    ],
  })
  expect(await screen.findByText('No clients have connected yet')).toBeTruthy()
  // Through a running listener.
  expect(await screen.findByText(/mosquitto_sub -h localhost -p 1884/)).toBeTruthy()
})

test('resetting the history asks first, and reads it again afterwards', async () => {
  const page = await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'DELETE /monitor': () => new Response(null, { status: 204 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset history' }))
  const question = await screen.findByRole('dialog')
  expect(page.asked).not.toContain('DELETE /monitor')
  await userEvent.click(within(question).getByRole('button', { name: 'Reset history' }))
  expect(await screen.findByText('History reset')).toBeTruthy()
  const afterwards = page.asked.slice(page.asked.indexOf('DELETE /monitor'))
  expect(afterwards).toContain('GET /monitor?latest=3600')
})

test('when the broker stops answering, the data stays with its age and a retry button', async () => {
  const mutable: Answers = { ...answers }
  const page = await renderPage(overviewRoutes, '/dashboard/overview', mutable)
  await screen.findByText('1,234')
  mutable['GET /monitor_current'] = () => Response.json({ code: 'BAD_RPC', message: '' }, { status: 400 })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }))
  expect(await screen.findByText(/A node of the cluster did not respond\. Showing data from/)).toBeTruthy()
  expect(screen.getByText('1,234')).toBeTruthy()
  const before = page.asked.length
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.asked.length).toBeGreaterThan(before))
})

test('a section that cannot be loaded shows its error, and the others are shown', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'GET /nodes': () => Response.json({ code: 'INTERNAL_ERROR', message: 'out of luck' }, { status: 500 }),
  })
  expect(await screen.findByText('out of luck')).toBeTruthy()
  expect(screen.getByText('1,234')).toBeTruthy()
})

test('the page is shown in Chinese', async () => {
  locale.set('zh')
  await renderPage(overviewRoutes, '/dashboard/overview', answers)
  expect(await screen.findByRole('heading', { name: '集群概览' })).toBeTruthy()
  expect(await screen.findByText('在线连接数', { selector: 'div' })).toBeTruthy()
})

const prometheus = { enable_basic_auth: false, push_gateway: { enable: true }, collectors: {} }
const telemetry = { metrics: { enable: false }, traces: { enable: true }, logs: { enable: false } }

test('the monitoring integration is shown by its settings where the broker reports no states', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'GET /prometheus': prometheus,
    'GET /opentelemetry': telemetry,
  })
  await screen.findByText('Ready for scraping')
  expect(screen.getAllByText('Enabled')).toHaveLength(2)
  expect(screen.getAllByText('Disabled')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Configure' }).getAttribute('href')).toBe('/monitoring/integration')
})

test('a broker that samples bytes has their rates and their history', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'GET /monitor_current': { ...current, received_bytes_rate: 2048, sent_bytes_rate: 0 },
    'GET /monitor': [{ ...sample(120), received_bytes: 10_240, sent_bytes: 0 }],
  })
  await screen.findByText('2 KB')
  await screen.findByRole('img', { name: /Bytes, per second.*Received: last 1 KB/ })
})

test('with EMQX 5.8 byte rates are computed from counters, with a note', async () => {
  const page = await renderPage(overviewRoutes, '/dashboard/overview', {
    ...answers,
    'GET /metrics': [{ node: 'a@127.0.0.1', 'bytes.received': 100, 'bytes.sent': 7 }],
  })
  const notes = await screen.findAllByText(/recorded only while the dashboard is open/)
  // Lost messages and bytes.
  expect(notes).toHaveLength(2)
  expect(page.asked.filter((one) => one === 'GET /metrics')).toHaveLength(1)
})
