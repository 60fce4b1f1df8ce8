// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { nodeRoutes } from './routes.ts'

const running = {
  node: 'a@127.0.0.1',
  node_status: 'running',
  role: 'core',
  version: '5.8.9',
  uptime: 90_061_000,
  connections: 6,
  live_connections: 5,
  load1: 0.67,
  load5: 0.35,
  load15: 0.46,
  memory_total: '2G',
  memory_used: '512M',
  max_fds: 20_000,
  process_available: 2_097_152,
  process_used: 827,
}
const stopped = { node: 'b@127.0.0.1', node_status: 'stopped', role: 'replicant' }
const answers: Answers = {
  'GET /nodes': [stopped, running],
  'GET /nodes/a@127.0.0.1': running,
  'GET /nodes/a@127.0.0.1/stats': { 'topics.count': 4, 'topics.max': 9, 'connections.count': 6, 'connections.max': 8 },
  'GET /monitor/nodes/a@127.0.0.1': [],
}

test('the list shows every node with its state; a stopped one without statistics', async () => {
  await renderPage(nodeRoutes, '/dashboard/nodes', answers)
  const table = await screen.findByRole('table', { name: 'Nodes' })
  const [, first, second] = await waitFor(() => {
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(3)
    return rows
  })
  expect(first?.textContent).toContain('a@127.0.0.1')
  for (const text of ['Running', 'Core', '1 d 1 h', '5.8.9', '5 / 6', '512 MB / 2 GB', '0.67 / 0.35 / 0.46']) {
    expect(first?.textContent).toContain(text)
  }
  expect(second?.textContent).toContain('Stopped')
  expect(screen.getByText('2 nodes · 1 stopped')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'a@127.0.0.1' }).getAttribute('href')).toBe('/dashboard/nodes/a%40127.0.0.1')
})

test('a list that cannot be loaded shows the error and a retry button', async () => {
  const mutable: Answers = { 'GET /nodes': () => Response.json({ code: 'X', message: 'broken' }, { status: 500 }) }
  await renderPage(nodeRoutes, '/dashboard/nodes', mutable)
  expect(await screen.findByText('broken')).toBeTruthy()
  mutable['GET /nodes'] = [running]
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 node')).toBeTruthy()
})

test('a node shows its information, and its statistics with the highest value since the start', async () => {
  await renderPage(nodeRoutes, '/dashboard/nodes/a%40127.0.0.1', answers)
  expect(await screen.findByRole('heading', { name: 'a@127.0.0.1' })).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Statistics' })
  const row = await within(table).findByRole('row', { name: /Topics/ })
  expect(row.textContent).toBe('Topics whole cluster49')
  expect(screen.getByText(/not a limit/)).toBeTruthy()
  expect(await screen.findByText('827 / 2,097,152')).toBeTruthy()
})

test('the switcher goes to another node', async () => {
  const page = await renderPage(nodeRoutes, '/dashboard/nodes/a%40127.0.0.1', answers)
  await userEvent.selectOptions(await screen.findByLabelText('Switch node'), 'b@127.0.0.1')
  expect(await screen.findByText('This node is not running')).toBeTruthy()
  expect(decodeURIComponent(page.address())).toBe('/dashboard/nodes/b@127.0.0.1')
})

test('an unknown node is distinguished from a stopped one', async () => {
  await renderPage(nodeRoutes, '/dashboard/nodes/nope%40x', answers)
  expect(await screen.findByText('Node not found')).toBeTruthy()
})

test("a node's history is asked for in the range of the URL", async () => {
  const page = await renderPage(nodeRoutes, '/dashboard/nodes/a%40127.0.0.1?range=3d', answers)
  await waitFor(() => expect(page.asked).toContain('GET /monitor/nodes/a@127.0.0.1?latest=259200'))
})

test('a single node shows its CPU load and listeners, and requires no license', async () => {
  await renderPage(nodeRoutes, '/dashboard/nodes/a%40127.0.0.1', {
    ...answers,
    'GET /nodes': [running],
    'GET /nodes/a@127.0.0.1': { ...running, os_cpu_load: 12.4 },
    'GET /listeners': [
      {
        id: 'tcp:default',
        type: 'tcp',
        name: 'default',
        enable: true,
        bind: '0.0.0.0:1883',
        node_status: [{ node: 'a@127.0.0.1', status: { running: true, current_connections: 7, max_connections: 9 } }],
      },
    ],
  })
  await screen.findByText('12%')
  expect(screen.getByText('No license required')).toBeTruthy()
  await screen.findByRole('link', { name: 'tcp:default' })
})

test('a node of an enterprise cluster shows when the license expires', async () => {
  const license = { expiry: false, expiry_at: '2029-04-17', max_sessions: 25 }
  const enterprise = { ...answers, 'GET /license': license }
  await renderPage(nodeRoutes, '/dashboard/nodes/a%40127.0.0.1', enterprise, { edition: 'ee', role: 'administrator' })
  await screen.findByText('17 Apr 2029')
})
