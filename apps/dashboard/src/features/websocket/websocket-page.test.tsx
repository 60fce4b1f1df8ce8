// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { webSocketRoutes } from './routes.ts'

const status = { running: true, max_connections: 'infinity', current_connections: 0 }
const listener = { type: 'ws', name: 'default', enable: true, number: 1, acceptors: 16, status, node_status: [] }
const answers: Answers = {
  'GET /listeners': [{ ...listener, id: 'ws:default', bind: '0.0.0.0:9083' }],
  'GET /listeners/ws:default': { id: 'ws:default', type: 'ws', websocket: { mqtt_path: '/own' } },
}

test('a new connection proposes the address of the listener', async () => {
  await renderPage(webSocketRoutes, '/websocket', answers)
  await screen.findByDisplayValue('9083')
  await screen.findByDisplayValue('/own')
  expect(screen.getByRole('option', { name: 'ws:default · ws://localhost:9083/own' })).toBeTruthy()
})

test('the page works without the list of listeners', async () => {
  await renderPage(webSocketRoutes, '/websocket', {})
  await screen.findByDisplayValue('8083')
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy()
})

test('faults are shown at their fields after the first connection attempt', async () => {
  const user = userEvent.setup()
  await renderPage(webSocketRoutes, '/websocket', answers)
  const port = await screen.findByDisplayValue('9083')
  await user.clear(port)
  await user.type(port, '70000')
  expect(screen.queryByText('Enter a port from 1 to 65,535.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await screen.findByText('Enter a port from 1 to 65,535.')
  expect(screen.getByText('Disconnected')).toBeTruthy()
})

test('the first subscription starts with the topic filter t/#', async () => {
  await renderPage(webSocketRoutes, '/websocket', answers)
  const filter = await screen.findByDisplayValue<HTMLInputElement>('t/#')
  expect(filter.labels?.[0]?.textContent).toBe('Topic filter')
})

test('subscribing without a topic filter leads to its field', async () => {
  const user = userEvent.setup()
  await renderPage(webSocketRoutes, '/websocket', answers)
  const filter = await screen.findByDisplayValue('t/#')
  await user.clear(filter)
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  await screen.findByText('A topic filter is required.')
  expect(document.activeElement).toBe(filter)
})

test('at most seven connections can be open', async () => {
  const user = userEvent.setup()
  await renderPage(webSocketRoutes, '/websocket', answers)
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'New connection' })
  expect(screen.queryByRole('tab')).toBeNull()
  for (let count = 0; count < 6; count++) await user.click(add)
  expect(screen.getAllByRole('tab')).toHaveLength(7)
  expect(add.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Actions of this connection' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Close connection' }))
  expect(screen.getAllByRole('tab')).toHaveLength(6)
})

test('several topic filters are subscribed to on the next connection', async () => {
  const user = userEvent.setup()
  await renderPage(webSocketRoutes, '/websocket', answers)
  await user.click(await screen.findByRole('button', { name: 'Options' }))
  await user.click(screen.getByLabelText('Several topic filters'))
  const filters = screen.getByLabelText('Topic filters, one per line')
  await user.type(filters, 'a/#{enter}b/+/x')
  await user.type(screen.getByLabelText('Shared subscription group'), 'g')
  await user.click(screen.getByRole('button', { name: 'Subscribe to 2 filters' }))
  const list = within(screen.getByRole('list', { name: 'Subscriptions' }))
  expect(list.getByText('$share/g/a/#')).toBeTruthy()
  expect(list.getByText('$share/g/b/+/x')).toBeTruthy()
  expect(list.getAllByText('On next connection')).toHaveLength(2)
})
