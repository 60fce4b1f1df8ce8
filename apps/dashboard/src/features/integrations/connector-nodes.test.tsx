// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { manyNodes, recordedCluster } from '../../api/test-cluster.ts'
import { connectorRoutes } from './routes.ts'
import { brokerWith, done, mqtt } from './test-broker.ts'

const user = userEvent.setup()
const page = '/connector/mqtt%3Am1'
const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.1']
const open = async (answers: object, role = 'administrator') =>
  renderPage(connectorRoutes, page, { ...(await brokerWith()), ...answers }, { role })
const rows = async () =>
  within(await screen.findByRole('table', { name: 'By node' }))
    .getAllByRole('row')
    .slice(1)
const inconsistent = {
  ...mqtt,
  status: 'inconsistent',
  node_status: [
    { node: one, status: 'connected' },
    { node: two, status: 'disconnected', status_reason: 'Connection refused' },
  ],
}

test('a connector that runs on both nodes has a row for each, and nothing to explain', async () => {
  await open(await recordedCluster())
  const [first, second] = await rows()
  expect(first?.textContent).toContain('emqx@127.0.0.1Connected')
  expect(second?.textContent).toContain('emqx2@127.0.0.1Connected')
  expect(screen.queryByText(/The nodes differ/)).toBeNull()
})

test('the table shows a stopped node that the answer does not contain', async () => {
  await open(await recordedCluster({ stopped: true }))
  await waitFor(async () => expect((await rows())[1]?.textContent).toContain('emqx2@127.0.0.1Node stopped'))
  screen.getByText('emqx2@127.0.0.1 is stopped and not included.')
})

test('the status “inconsistent” is explained, and the node that differs can be reconnected', async () => {
  const start = vi.fn(done)
  await open({
    ...(await recordedCluster()),
    'GET /connectors/mqtt:m1': inconsistent,
    'POST /nodes/emqx2@127.0.0.1/connectors/mqtt:m1/start': start,
  })
  await screen.findByText('The nodes differ.')
  screen.getByText(
    /^emqx2@127\.0\.0\.1 is disconnected, while emqx@127\.0\.0\.1 is connected: Connection refused: no service/,
  )
  expect((await rows())[0]?.textContent).toContain('emqx2@127.0.0.1Disconnected')
  await user.click(screen.getByRole('button', { name: 'Reconnect emqx2@127.0.0.1' }))
  await waitFor(() => expect(start).toHaveBeenCalledOnce())
})

test('a viewer reads why, and reconnects nothing', async () => {
  await open({ ...(await recordedCluster()), 'GET /connectors/mqtt:m1': inconsistent }, 'viewer')
  await screen.findByText('The nodes differ.')
  expect(screen.queryByRole('button', { name: /^Reconnect emqx2/ })).toBeNull()
})

test('the table shows an error instead of the state if a node did not answer', async () => {
  const silent = { node: two, error: 'timeout' }
  await open({
    ...(await recordedCluster()),
    'GET /connectors/mqtt:m1': { ...inconsistent, node_status: [{ node: one, status: 'connected' }, silent] },
  })
  await screen.findByText(
    'emqx2@127.0.0.1 is in an unknown state, while emqx@127.0.0.1 is connected: The connection timed out.',
  )
})

test('of 25 nodes those in trouble come first, and the others on demand', async () => {
  const nodes = Array.from({ length: 25 }, (_, index) => ({
    node: `emqx${index + 1}@10.0.0.${index + 1}`,
    status: index === 19 ? 'connecting' : 'connected',
  }))
  await open({
    'GET /nodes': manyNodes(25),
    'GET /connectors/mqtt:m1': { ...mqtt, status: 'inconsistent', node_status: nodes },
  })
  await screen.findByText('emqx20@10.0.0.20 is still connecting, while the other 24 are connected.')
  const shown = await rows()
  expect(shown).toHaveLength(10)
  expect(shown[0]?.textContent).toContain('emqx20@10.0.0.20Connecting')
  await user.type(screen.getByRole('textbox', { name: 'Find node' }), 'emqx25@')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  await user.clear(screen.getByRole('textbox', { name: 'Find node' }))
  await user.click(screen.getByRole('button', { name: 'Show all 25 nodes' }))
  expect(await rows()).toHaveLength(25)
})
