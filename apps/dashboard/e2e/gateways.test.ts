import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { createInbox, freePort, startProcess, startReplayer, startWakaama } from '@mqdeck/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createStage, credentials, type Stage } from './browser.ts'
import { confirmReview, reloadUntil } from './navigate.ts'
import { useStage } from './use-stage.ts'

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

const exampleHandler = fileURLToPath(new URL('../../../examples/exproto/handler.mjs', import.meta.url))

/** A device of the line protocol of the example handler: sends a line and returns the next one. */
function connectLines(port: number): (line: string) => Promise<string> {
  const socket = connectTcp({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  const lines = createInbox<string>((line) => line)
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  socket.on('data', (text: string) => {
    const all = `${rest}${text}`.split('\n')
    rest = all.pop() ?? ''
    for (const line of all) lines.push(line)
  })
  return (line) => {
    socket.write(`${line}\n`)
    return lines.take(() => true, `the answer to ${line}`)
  }
}

const speaksTls = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

describe('the embedded broker', () => {
  const stage = useStage()

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

    await page.goto('/clients')
    await page.getByText('1 more client is connected through a gateway.').waitFor()
    await page.goto('/gateway/detail/stomp/clients')
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
    await page.goto('/gateway')
    await reloadUntil(page, page.getByRole('row', { name: /STOMP/ }).getByText(/^1 \//))
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

  test('an ExProto gateway of the form serves the example handler without TLS, which is enabled and disabled again', async () => {
    const [adapter, handlerPort, devices] = [await freePort(), await freePort(), await freePort()]
    const page = await stage.open('/gateway/create/exproto')
    await field(page, 'Bind address').fill(`127.0.0.1:${adapter}`)
    await field(page, 'Address').fill(`http://127.0.0.1:${handlerPort}`)
    await button(page, 'Next').click()
    await page
      .getByRole('row', { name: /default TCP/ })
      .getByRole('button', { name: /^Actions for / })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await field(page, 'Bind address').fill(`127.0.0.1:${devices}`)
    await button(page, 'Apply').click()
    await button(page, 'Next').click()
    await page.getByRole('button', { name: /No authentication/ }).click()
    await button(page, 'Create gateway').click()
    await page.waitForURL('**/gateway/detail/exproto**')

    const env = { HANDLER: `127.0.0.1:${handlerPort}`, BROKER: `127.0.0.1:${adapter}` }
    const handler = startProcess({ command: process.execPath, args: [exampleHandler], env })
    onTestFinished(() => void handler.stop())
    await handler.line(/^handler:/)
    const say = connectLines(devices)
    expect(await say('CONNECT device-1')).toBe('OK')
    expect(await say('PUB sensors/a 21.5')).toBe('OK')
    expect(await speaksTls(adapter)).toBe(false)

    const tls = page.getByRole('switch', { name: 'Enable TLS' })
    const toggle = async () => {
      await page.goto('/gateway/detail/exproto')
      await page.locator('label', { has: tls }).click()
      await button(page, 'Save').click()
      await confirmReview(page)
      await page.getByText('Settings of ExProto saved').waitFor()
    }
    await toggle()
    expect(await speaksTls(adapter)).toBe(true)
    await toggle()
    expect(await speaksTls(adapter)).toBe(false)
    // The handler connects again after a pause.
    await expect.poll(() => connectLines(devices)('CONNECT device-2'), { timeout: 30_000 }).toBe('OK')
  })

  test('the objects of a LwM2M device are listed by name, read, observed and written', async () => {
    const port = await freePort()
    await stage.api('PUT', '/gateways/lwm2m', {
      listeners: [{ type: 'udp', name: 'default', bind: `127.0.0.1:${port}` }],
    })
    const device = await startWakaama({ endpoint: 'meter-1', port })
    onTestFinished(() => device.close())
    const page = await stage.open('/gateway/detail/lwm2m?tab=clients')
    await reloadUntil(page, page.getByRole('link', { name: 'meter-1' }))
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
    await reloadUntil(page, resource('Battery Level /3/0/9').getByText('42'))
  })

  test('changed settings of a gateway are saved after a review', async () => {
    await stage.api('PUT', '/gateways/stomp', { mountpoint: 'stomp/' })
    const page = await stage.open('/gateway/detail/stomp')
    await page.getByLabel('Max headers', { exact: true }).fill('12')
    await button(page, 'Save').click()
    await confirmReview(page)
    await page.getByText('Settings of STOMP saved').waitFor()
    const saved = await stage.api('GET', '/gateways/stomp')
    expect(saved).toMatchObject({ frame: { max_headers: 12 }, mountpoint: 'stomp/' })
  })
})

describe('in front of an EMQX cluster', () => {
  let stage: Stage
  let stopCluster: () => Promise<void>

  beforeAll(async () => {
    const cluster = await startReplayer({
      edition: 'enterprise',
      nodes: 2,
      gateways: 'loaded',
      password: credentials.password,
    })
    stopCluster = cluster.stop
    stage = await createStage({ broker: cluster.urls })
  })
  afterAll(async () => {
    await stage.stop()
    await stopCluster()
  })

  test('all kinds of the cluster are listed, and those that only EMQX has get their forms from its API document', async () => {
    const page = await stage.open('/gateway')
    for (const name of ['STOMP', 'CoAP', 'MQTT-SN', 'LwM2M', 'ExProto', 'OCPP', 'GB/T 32960', 'JT/T 808'])
      await page.getByRole('row', { name: new RegExp(name) }).waitFor()
    await page.goto('/gateway/detail/ocpp')
    await field(page, 'JSON schema ID prefix').waitFor()
    await tab(page, 'Listeners').click()
    await button(page, 'New listener').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name').fill('two')
    await drawer.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'ocpp:ws:two' }).waitFor()
  })

  test('a resource of a LwM2M device is read by its path', async () => {
    const page = await stage.open('/gateway/detail/lwm2m?tab=clients')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await field(page, 'Path').fill('/3/0/0')
    await button(page, 'Read').first().click()
    await page.getByText('Open Mobile Alliance').waitFor()
  })
})
