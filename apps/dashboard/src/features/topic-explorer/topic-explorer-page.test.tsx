// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { topicExplorerRoutes } from './routes.ts'

const page = (topics: readonly string[], hasnext = false) => ({
  data: topics.map((topic) => ({ topic, node: 'n1' })),
  meta: { page: 1, limit: 10_000, count: topics.length, hasnext },
})

function createBroker(more: Readonly<Record<string, unknown>> = {}) {
  return {
    'GET /topics': page(['hall/1/temp', '$share/g/hall/2/temp', 'desk/#']),
    'GET /mqtt/retainer/messages': page(['hall/1/config', 'hall/2/config']),
    'GET /listeners': [],
    ...more,
  }
}

const open = (address: string, broker: Readonly<Record<string, unknown>>, role?: string) =>
  renderPage(topicExplorerRoutes, address, broker, role === undefined ? {} : { role })

const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[role=gridcell]')?.textContent)

test('both lists are loaded into one tree, with shared subscriptions under their topic', async () => {
  const { asked } = await open('/topic-explorer', createBroker())
  await screen.findByRole('button', { name: 'Expand hall' })
  await waitFor(() => expect(rowNames()).toEqual(['desk', 'hall']))
  expect(asked.filter((one) => /topics|retainer/.test(one))).toEqual([
    'GET /topics?page=1&limit=10000',
    'GET /mqtt/retainer/messages?page=1&limit=10000',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Expand hall' }))
  await waitFor(() => expect(rowNames()).toEqual(['desk', 'hall', '1', '2']))
})

test('a partly loaded list can be loaded completely', async () => {
  const pages = [page(['a'], true), page(['b'])]
  const topics = (url: URL) => pages[Number(url.searchParams.get('page')) - 1]
  await open('/topic-explorer', createBroker({ 'GET /topics': topics }))
  await screen.findByText('Partly loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Load the rest' }))
  await waitFor(() => expect(screen.queryByText('Partly loaded')).toBeNull())
  await waitFor(() => expect(rowNames()).toEqual(['a', 'b', 'hall']))
})

test('a list that fails to load shows the error and the other list is shown', async () => {
  const refusal = () => Response.json({ code: 'BAD_REQUEST', message: 'no retainer' }, { status: 400 })
  await open('/topic-explorer', createBroker({ 'GET /mqtt/retainer/messages': refusal }))
  await screen.findByText(/no retainer/)
  await waitFor(() => expect(rowNames()).toEqual(['desk', 'hall']))
})

test('the topic of the URL is selected, and a viewer cannot change anything', async () => {
  await open('/topic-explorer?topic=hall/1', createBroker(), 'viewer')
  await screen.findByRole('heading', { name: 'hall/1' })
  await screen.findByRole('link', { name: 'Subscriptions' })
  expect(screen.queryByRole('button', { name: 'Delete retained messages' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Publish' })).toBeNull()
})

test('deleting under a branch with one topic uses a wildcard filter', async () => {
  const kept = page(['hall/1/config'])
  const { asked } = await open(
    '/topic-explorer?topic=hall',
    createBroker({ 'GET /topics': page([]), 'GET /mqtt/retainer/messages': kept }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Delete retained messages' }))
  await screen.findByRole('dialog', { name: /Delete 1 retained message/ })
  expect(asked.at(-1)).toBe('GET /mqtt/retainer/messages?topic=hall%2F%23&page=1&limit=10000')
})

test('deleting retained messages asks for confirmation with their number', async () => {
  const { asked } = await open('/topic-explorer?topic=hall', createBroker())
  fireEvent.click(await screen.findByRole('button', { name: 'Delete retained messages' }))
  await screen.findByRole('dialog', { name: 'Delete 2 retained messages?' })
  expect(asked.at(-1)).toBe('GET /mqtt/retainer/messages?topic=hall%2F%23&page=1&limit=10000')
  expect(asked.some((one) => one.startsWith('DELETE'))).toBe(false)
})

test('a click on a name expands its level, and a second click collapses it', async () => {
  await open('/topic-explorer', createBroker())
  await screen.findByRole('button', { name: 'Expand hall' })
  fireEvent.click(screen.getByText('hall'))
  await waitFor(() => expect(rowNames()).toEqual(['desk', 'hall', '1', '2']))
  await screen.findByRole('heading', { name: 'hall' })
  fireEvent.click(screen.getByText('hall', { selector: 'span' }))
  await waitFor(() => expect(rowNames()).toEqual(['desk', 'hall']))
})

test('keys that are pressed faster than the tree is rendered are all handled', async () => {
  await open('/topic-explorer', createBroker())
  await screen.findByRole('button', { name: 'Expand hall' })
  const tree = screen.getByRole('treegrid')
  const press = (...keys: readonly string[]) => {
    for (const key of keys) fireEvent.keyDown(tree, { key })
  }
  press('Home', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown')
  await screen.findByRole('heading', { name: 'hall/2' })
  press('ArrowLeft', 'ArrowLeft', 'ArrowUp')
  await screen.findByRole('heading', { name: 'desk' })
  expect(rowNames()).toEqual(['desk', 'hall'])
})
