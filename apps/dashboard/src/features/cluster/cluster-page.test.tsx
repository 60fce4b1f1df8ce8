// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { clusterRoutes } from './routes.ts'

const node = (name: string, about: object = {}) => ({ node: name, node_status: 'running', role: 'core', ...about })
const answers = {
  'GET /cluster': { name: 'emqxcl', nodes: ['a@h', 'b@h', 'r@h'], self: 'a@h' },
  'GET /cluster/topology': [
    { core_node: 'b@h', replicant_nodes: [] },
    { core_node: 'a@h', replicant_nodes: [{ node: 'r@h', streams: 4 }] },
  ],
  'GET /cluster/invitation': { in_progress: [], succeed: [], failed: [] },
  'GET /nodes': [
    node('a@h'),
    node('b@h'),
    node('r@h', { role: 'replicant' }),
    node('gone@h', { node_status: 'stopped' }),
  ],
}
const boxes = () => screen.getAllByRole('listitem').map((item) => item.textContent)

test('draws sorted cores with their replicants, and stopped nodes next to them', async () => {
  await renderPage(clusterRoutes, '/cluster', answers)
  await screen.findByText('2 cores, 1 replicant.', { exact: false })
  await screen.findByText('3 of 4 running')
  expect(boxes()).toEqual([
    'a@hCorethis noder@hReplicant · 4 replication streams',
    'r@hReplicant · 4 replication streams',
    'b@hCore',
    'gone@hStopped',
  ])
})

test('a node is removed only after its name was typed', async () => {
  const user = userEvent.setup()
  const page = await renderPage(clusterRoutes, '/cluster', {
    ...answers,
    'DELETE /cluster/gone@h/force_leave': new Response(null, { status: 204 }),
  })
  const row = await screen.findByRole('row', { name: /gone@h/ })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from cluster' }))
  const dialog = await screen.findByRole('dialog')
  const sure = within(dialog).getByRole('button', { name: 'Remove from cluster' })
  expect(sure.hasAttribute('disabled')).toBe(true)
  await user.type(within(dialog).getByRole('textbox'), 'gone@h')
  await user.click(sure)
  await screen.findByText('gone@h removed from the cluster')
  expect(page.asked).toContain('DELETE /cluster/gone@h/force_leave')
})

test('viewers can neither invite nor remove nodes', async () => {
  const user = userEvent.setup()
  await renderPage(clusterRoutes, '/cluster', answers, { role: 'viewer' })
  const row = await screen.findByRole('row', { name: /b@h/ })
  expect(screen.queryByRole('button', { name: 'Invite node' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await screen.findByRole('menuitem', { name: 'Open node' })
  expect(screen.queryByRole('menuitem', { name: 'Remove from cluster' })).toBeNull()
})

test('an invitation is validated before it is sent', async () => {
  const user = userEvent.setup()
  const page = await renderPage(clusterRoutes, '/cluster', {
    ...answers,
    'PUT /cluster/n2@h/invite_async': new Response(null, { status: 200 }),
  })
  await screen.findByRole('row', { name: /b@h/ })
  await user.click(screen.getByRole('button', { name: 'Invite node' }))
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole('button', { name: 'Invite node' })
  await user.click(send)
  await within(dialog).findByText('node name is required')
  await user.type(within(dialog).getByLabelText(/Node name/), 'n2')
  await within(dialog).findByText('A node name has the form name@host.')
  await user.clear(within(dialog).getByLabelText(/Node name/))
  await user.type(within(dialog).getByLabelText(/Node name/), 'b@h')
  await within(dialog).findByText('This node is already in the cluster.')
  await user.clear(within(dialog).getByLabelText(/Node name/))
  await user.type(within(dialog).getByLabelText(/Node name/), 'n2@h')
  await user.click(send)
  await expect.poll(() => page.asked).toContain('PUT /cluster/n2@h/invite_async')
})

test('the embedded broker shows its node and the way to a cluster instead of invitations', async () => {
  const mqdeck = { edition: 'ce', role: 'administrator' }
  const page = await renderPage(clusterRoutes, '/cluster', { ...answers, 'GET /nodes': [node('a@h')] }, mqdeck)
  await screen.findByRole('link', { name: 'a@h' })
  screen.getByRole('button', { name: 'Migrate to a cluster' })
  expect(screen.queryByRole('button', { name: 'Invite node' })).toBeNull()
  expect(page.asked).toEqual(['GET /nodes'])
})
