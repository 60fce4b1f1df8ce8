import { connect as connectTcp, type Socket } from 'node:net'
import { createInbox, freePort, startWakaama } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { goTo, refreshUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** A STOMP client that sends what the test sends. */
async function connectStomp(port: number, login: string, passcode: string) {
  const socket: Socket = connectTcp({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  const frames = createInbox<string>((frame) => frame)
  let left = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const parts = (left + text).split('\0')
    left = parts.pop() ?? ''
    for (const part of parts) frames.push(part.replace(/^\n+/, ''))
  })
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      frames.close('the gateway closed the connection')
      resolve()
    }),
  )
  socket.on('error', () => {})
  const send = (command: string, headers: Readonly<Record<string, string>>, body = '') => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
    socket.write(`${[command, ...lines].join('\n')}\n\n${body}\0`)
  }
  send('CONNECT', { 'accept-version': '1.2', host: 'localhost', login, passcode })
  return { send, frames, closed, next: (command: string) => frames.take((one) => one.startsWith(command), command) }
}

test('a STOMP gateway is set up with a password, serves a client, and is disabled', async () => {
  const port = await freePort()
  const page = await stage.open('/gateway')
  await page
    .getByRole('row', { name: /STOMP/ })
    .getByRole('link', { name: /Set up/ })
    .click()

  await button(page, 'Next').click()
  await page
    .getByRole('row', { name: /default TCP 127\.0\.0\.1:61613/ })
    .getByRole('button', { name: /^Actions for / })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await field(page, 'Bind address').fill(`127.0.0.1:${port}`)
  await button(page, 'Apply').click()
  await page.getByRole('row', { name: new RegExp(`127.0.0.1:${port}`) }).waitFor()
  await button(page, 'Next').click()
  await page.getByRole('button', { name: /Password · Built-in database/ }).click()
  await button(page, 'Create gateway').click()

  await page.waitForURL('**/gateway/detail/stomp?tab=auth')
  await button(page, 'New user').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('meter')
  await dialog.getByLabel('Password').first().fill('Correct-horse-9')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /meter/ }).waitFor()

  const wrong = await connectStomp(port, 'meter', 'wrong')
  await wrong.next('ERROR')
  const client = await connectStomp(port, 'meter', 'Correct-horse-9')
  await client.next('CONNECTED')
  client.send('SUBSCRIBE', { id: '1', destination: 'down/#', receipt: 'r' })
  await client.next('RECEIPT')

  await goTo(page, '/clients')
  await page.getByText('1 more client is connected through a gateway.').waitFor()
  await goTo(page, '/gateway/detail/stomp/clients')
  const row = page.getByRole('row', { name: /meter/ })
  await row.getByText('STOMP 1.2').waitFor()
  await row.getByRole('link').first().click()
  await tab(page, 'Subscriptions').click()
  await page.getByText('down/#').waitFor()

  await button(page, 'New subscription').click()
  await field(page, 'Topic filter').or(dialog.getByLabel('Topic filter')).first().fill('extra')
  await dialog.getByLabel('Subscription ID').fill('7')
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const publisher = await stage.connect('publisher')
  await publisher.client.publishAsync('extra', 'hello', { qos: 1 })
  expect(await client.next('MESSAGE')).toContain('subscription:7')

  await button(page, 'Disconnect').click()
  await agree(page, 'Disconnect')
  await client.closed

  const second = await connectStomp(port, 'meter', 'Correct-horse-9')
  await second.next('CONNECTED')
  await goTo(page, '/gateway')
  await refreshUntil(page, page.getByRole('row', { name: /STOMP/ }).getByText(/^1 \//))
  await page
    .getByRole('row', { name: /STOMP/ })
    .locator('label', { has: page.getByRole('switch') })
    .first()
    .click()
  await page.getByRole('dialog').getByText('1 connection is closed.').waitFor()
  await agree(page, 'Disable')
  await second.closed
  await page.getByRole('row', { name: /STOMP/ }).getByText('Disabled').waitFor()
})

test('the objects of a LwM2M device are listed by name, read, observed and written', async () => {
  const port = await freePort()
  await stage.api('PUT', '/gateways/lwm2m', {
    listeners: [{ type: 'udp', name: 'default', bind: `127.0.0.1:${port}` }],
  })
  const device = await startWakaama({ endpoint: 'meter-1', port })
  onTestFinished(() => device.close())
  const page = await stage.open('/gateway/detail/lwm2m?tab=clients')
  await refreshUntil(page, page.getByRole('link', { name: 'meter-1' }))
  await page.getByRole('link', { name: 'meter-1' }).click()
  const resource = (name: string) => page.getByRole('row', { name })
  await button(page, 'Read all resources of Device /3/0').click()
  await page.getByRole('table', { name: 'Device /3/0' }).getByText('Open Mobile Alliance').waitFor()
  await resource('Battery Level /3/0/9').getByText('%').waitFor()

  await button(page, 'Read Lifetime').click()
  await resource('Lifetime /1/0/1').getByText('300').waitFor()
  await button(page, 'Write Lifetime').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New value').fill('120')
  await dialog.getByRole('button', { name: 'Write', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await resource('Lifetime /1/0/1').getByText('120').waitFor()

  await button(page, 'Read Battery Level').click()
  await button(page, 'Observe Battery Level').click()
  await button(page, 'Stop observing Battery Level').waitFor()
  device.write('change /3/0/9 42')
  const listed = async () => {
    await page.reload()
    return await resource('Battery Level /3/0/9').innerText()
  }
  await expect.poll(listed).toContain('42')
})
