import { type Replayer, startReplayer } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from './browser.ts'
import { useStage } from './use-stage.ts'

let replayer: Replayer
beforeAll(async () => {
  replayer = await startReplayer({ nodes: 2, password: credentials.password })
})
const stage = useStage(() => ({ broker: replayer.urls }))
afterAll(() => replayer.stop())

test('a node that hangs is shown as not responding, with what waits for it, until it responds', async () => {
  const nodes = await stage.open('/dashboard/nodes')
  const row = nodes.getByRole('row', { name: /emqx2@127/ })
  await row.getByText('Running').waitFor()
  const bans = await stage.open('/banned-clients')
  await bans.getByRole('button', { name: 'Ban clients' }).first().click()
  const dialog = bans.getByRole('dialog')
  await dialog.getByLabel('Client ID').first().fill('device-1')
  replayer.hang(1)
  await row.getByText('Not responding').waitFor({ timeout: 60_000 })
  await nodes.getByText(/does not respond. The cluster waits for it. Showing data from/).waitFor()
  await dialog.getByRole('button', { name: 'Ban clients' }).click()
  const reason = bans.getByText('The cluster waits for it before it completes the change.')
  await reason.waitFor()
  replayer.resume()
  await row.getByText('Running').waitFor({ timeout: 60_000 })
  await reason.waitFor({ state: 'hidden' })
  await expect.poll(() => bans.getByRole('dialog').count()).toBe(0)
})
