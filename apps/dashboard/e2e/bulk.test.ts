import { eventually, type MqttJsClient } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { useStage } from './use-stage.ts'

const stage = useStage()

afterEach(async () => {
  const { broker } = stage.server
  await Promise.all([...broker.clients()].map(({ info }) => broker.kick(info.clientId, 'kicked')))
})

const connect = async (clientId: string, options: object = {}) => (await stage.connect(clientId, options)).client

const connectMany = (name: string, count: number, options: object = {}) =>
  Promise.all(Array.from({ length: count }, (_, index) => connect(`${name}-${index}`, options)))

const closedOnes = (of: readonly MqttJsClient['client'][]) => of.filter(({ connected }) => !connected).length

/** Opens the dialog for all matching clients and selects an action. */
async function actOnAll(page: Page, entry: string, action: string) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(action, { exact: true }).first().click()
  return dialog
}

test('kicking out all matching clients disconnects exactly these clients, on all pages', async () => {
  const hall = await connectMany('hall', 30)
  const yard = await connectMany('yard', 5)
  const page = await stage.open('/clients?like_clientid=hall')
  const dialog = await actOnAll(page, 'Bulk actions on all matching clients…', 'Kick out')
  await dialog.getByText('30 connected clients', { exact: true }).waitFor()
  await dialog.getByText('and 10 more').waitFor()
  await dialog.getByLabel('Rate').fill('100')
  await dialog.getByRole('button', { name: 'Kick out 30 clients' }).click()
  await page.getByText('Kick out 30 clients: done (30).').waitFor()
  await eventually(
    () => closedOnes(hall) === 30,
    () => `only ${closedOnes(hall)} are closed`,
  )
  expect(closedOnes(yard)).toBe(0)
  expect([...stage.server.broker.clients()].map(({ info }) => info.clientId).sort()).toEqual(
    yard.map(({ options }) => options.clientId).sort(),
  )
  await page.getByText('No client matches these filters').waitFor()
})

test('a stopped job does not change the remaining clients', async () => {
  const kicked = await connectMany('crowd', 40)
  const page = await stage.open('/clients')
  const dialog = await actOnAll(page, 'Bulk actions on all 40 clients…', 'Kick out')
  await dialog.getByLabel('Rate').fill('4')
  await dialog.getByText(/^Takes about 10 s/).waitFor()
  await dialog.getByRole('button', { name: 'Kick out 40 clients' }).click()
  await page.getByText('Kick out 40 clients: started.').waitFor()
  await page.getByRole('button', { name: /1 job running/ }).click()
  await page.getByRole('button', { name: 'Stop “Kick out 40 clients”' }).click()
  const reported = await page
    .getByText(/^Kick out 40 clients: stopped after \d+ of 40\.$/)
    .first()
    .textContent()
  const done = Number(/after (\d+)/.exec(reported ?? '')?.[1])
  expect(done).toBeLessThan(40)
  await eventually(
    () => closedOnes(kicked) === done,
    () => `${closedOnes(kicked)} are closed, ${done} should be`,
  )
  expect(stage.server.broker.clientCount().live).toBe(40 - done)
})

test('clients selected on two pages are banned by client ID with a reason', async () => {
  await connectMany('page', 25)
  const page = await stage.open('/clients')
  const table = page.getByRole('table', { name: 'Clients' })
  const select = (id: string) => table.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check()
  await select('page-0')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('21–25 of 25').waitFor()
  await select((await table.getByRole('link').first().textContent()) ?? '')
  await page.getByText('2 selected, 1 on other pages').waitFor()
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('too many')
  await dialog.getByText('1 day', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Ban 2 clients' }).click()
  await page.getByText('Ban 2 clients: done (2).').waitFor()
  expect(stage.server.broker.clientCount().live).toBe(23)
  await expect(connect('page-0')).rejects.toMatchObject({ code: 0x8a })
  await page.goto('/banned-clients')
  await page.getByRole('row', { name: /page-0 Client ID too many admin/ }).waitFor()
  await page.getByRole('button', { name: 'Delete all bans' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all bans' }).click()
  await page.getByText('No banned clients').waitFor()
  await connect('page-0')
})
