import { expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

test('shows the cluster and how to extend it', async () => {
  const page = await stage.open('/cluster')
  const { node } = stage.server.broker
  await page.getByText('emqxcl').waitFor()
  await page.getByText('1 core, 0 replicants.').waitFor()
  await page.getByRole('table', { name: 'Nodes' }).getByRole('link', { name: node }).waitFor()
  await page.getByText('Single node.').waitFor()
  // A node cannot remove itself.
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Open node' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Remove from cluster' }).count()).toBe(0)
})

test('an invitation is validated before it is sent, and its result is shown', async () => {
  const page = await stage.open('/cluster')
  await page.getByRole('button', { name: 'Invite node' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Invite node', exact: true })
  await send.click()
  await dialog.getByText('node name is required').waitFor()
  await dialog.getByLabel('Node name').fill('emqx2')
  await dialog.getByText('A node name has the form name@host.').waitFor()
  await dialog.getByLabel('Node name').fill(stage.server.broker.node)
  await dialog.getByText('This node is already in the cluster.').waitFor()
  await dialog.getByLabel('Node name').fill('emqx2@127.0.0.1')
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('table', { name: 'Invitations' }).getByRole('row', { name: /emqx2@127\.0\.0\.1/ })
  await row.getByText('Failed').waitFor()
  await row.getByText('The node cannot be reached').waitFor()
})
