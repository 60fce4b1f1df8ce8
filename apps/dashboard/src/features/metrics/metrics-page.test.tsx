// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { metricsRoutes } from './routes.ts'

const nodes = [
  { node: 'a@127.0.0.1', node_status: 'running', role: 'core' },
  { node: 'b@127.0.0.1', node_status: 'stopped', role: 'core' },
]
const counters = { 'messages.received': 1500, 'messages.dropped': 0, 'packets.publish.received': 7, 'bytes.sent': 2048 }
const answers: Answers = {
  'GET /nodes': nodes,
  'GET /metrics': counters,
  'GET /nodes/a@127.0.0.1/metrics': { ...counters, 'messages.received': 3, node: 'a@127.0.0.1' },
}

test('metrics of the whole cluster are shown in groups with explanations', async () => {
  const page = await renderPage(metricsRoutes, '/dashboard/metrics', answers)
  const row = await screen.findByRole('row', { name: /messages\.received/ })
  expect(row.textContent).toBe('messages.receivedMessages received from clients.1,500–')
  expect(page.asked).toContain('GET /metrics?aggregate=true')
  expect(screen.getByRole('table', { name: 'Packets' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /bytes\.sent/ }).textContent).toContain('2 KB')
})

test('rates are shown after the second response', async () => {
  const mutable: Answers = { ...answers }
  await renderPage(metricsRoutes, '/dashboard/metrics', mutable)
  await screen.findByRole('row', { name: /messages\.received/ })
  mutable['GET /metrics'] = { ...counters, 'messages.received': 999_999 }
  await userEvent.click(screen.getByRole('button', { name: 'Refresh now' }))
  await waitFor(() => {
    const cells = within(screen.getByRole('row', { name: /messages\.received/ })).getAllByRole('cell')
    expect(cells[2]?.textContent).toBe('999,999')
    expect(cells[3]?.textContent).not.toBe('–')
  })
})

test('the search and the zero filter are kept in the URL', async () => {
  const page = await renderPage(metricsRoutes, '/dashboard/metrics?zeros=hide', answers)
  await screen.findByRole('row', { name: /messages\.received/ })
  expect(screen.queryByRole('row', { name: /messages\.dropped/ })).toBeNull()
  await userEvent.type(screen.getByLabelText('Search metrics'), 'publish')
  await waitFor(() => expect(page.address()).toContain('q=publish'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /messages\.received/ })).toBeNull())
  expect(screen.getByRole('row', { name: /packets\.publish\.received/ })).toBeTruthy()
})

test('a search without results offers to show all metrics', async () => {
  await renderPage(metricsRoutes, '/dashboard/metrics?q=%5B', answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Show all metrics' }))
  expect(await screen.findByRole('row', { name: /messages\.received/ })).toBeTruthy()
})

test('the selected node is kept in the URL', async () => {
  const page = await renderPage(metricsRoutes, '/dashboard/metrics', answers)
  await screen.findByRole('row', { name: /messages\.received/ })
  await userEvent.selectOptions(await screen.findByLabelText('Node'), 'a@127.0.0.1')
  await waitFor(() => expect(screen.getByRole('row', { name: /messages\.received/ }).textContent).toContain('3–'))
  expect(decodeURIComponent(page.address())).toContain('node=a@127.0.0.1')
})

test('the node picker lists running nodes and is hidden for a single node', async () => {
  await renderPage(metricsRoutes, '/dashboard/metrics', answers)
  const choice = await screen.findByLabelText('Node')
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All nodes (sum)',
    'a@127.0.0.1',
  ])
  cleanup()
  await renderPage(metricsRoutes, '/dashboard/metrics', { ...answers, 'GET /nodes': nodes.slice(0, 1) })
  await screen.findByRole('row', { name: /messages\.received/ })
  expect(screen.queryByLabelText('Node')).toBeNull()
})

test('an unknown node is reported', async () => {
  await renderPage(metricsRoutes, '/dashboard/metrics?node=gone%40x', answers)
  expect(await screen.findByText('This node is not running or is not part of the cluster.')).toBeTruthy()
})
