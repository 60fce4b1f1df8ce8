import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  heapOf,
  maxWorkOf,
  onDashboard,
  password,
  signIn,
  startWatching,
  stopWatching,
  type Watched,
} from './dashboard.ts'
import { defineTable } from './table.ts'

/** Load of the page while a user navigates in a trace of 1 GB. */
interface TracePageRow {
  readonly name: string
  /** Milliseconds until it was finished. */
  readonly took: number
  /** Milliseconds for which the page was blocked, wall clock and CPU time. */
  readonly maxTaskMs: number
  readonly maxWorkMs: number
  /** Tasks over 100 ms, wall clock. */
  readonly tooLongTasks: number
  /** Megabytes. */
  readonly heap: number
}

export const tracePage = defineTable<TracePageRow>({
  name: 'trace-page',
  measure: measureTracePage,
  header: ['trace of 1 GB', 'took', 'longest task', 'CPU time', '> 100 ms', 'heap'],
  cellsOf: (row) => [
    row.name,
    `${row.took.toFixed(0)} ms`,
    `${row.maxTaskMs.toFixed(0)} ms`,
    `${row.maxWorkMs.toFixed(0)} ms`,
    String(row.tooLongTasks),
    `${row.heap.toFixed(1)} MB`,
  ],
})

const fileSize = 1024 ** 3
const name = 'bench'

/** A trace of 1 GB in the dashboard, in a browser; MQDeck only. */
async function measureTracePage(): Promise<readonly TracePageRow[]> {
  return onDashboard(async ({ browser, ports: { dashboard }, folder, restart }) => {
    const day = await createStoppedTrace(`http://127.0.0.1:${dashboard}/api/v5`)
    await restart(() => fillTrace(join(folder, 'trace'), day))
    return await measureSteps(browser, dashboard)
  })
}

/** Resolves to the date of its start. */
async function createStoppedTrace(api: string): Promise<string> {
  const send = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<{ readonly token?: string; readonly start_at?: string }> // according to the contract
  }
  const { token = '' } = await send('POST', '/login', { username: 'admin', password })
  const { start_at: begin = '' } = await send('POST', '/trace', { name, type: 'clientid', clientid: 'device' }, token)
  await send('PUT', `/trace/${name}/stop`, {}, token)
  return new Date(begin).toISOString().slice(0, 10)
}

const start = Date.parse('2026-11-21T00:00:00Z')

/** Every thousandth line is a warning. */
function lineAt(index: number): string {
  const time = new Date(start + index * 10).toISOString().replace('Z', '000+00:00')
  if (index % 1000 === 0)
    return `${time} [warning] tag: AUTHZ, clientid: device, msg: authorization_failed, peername: 10.0.0.7:50123, action: publish, topic: plant/${index}\n`
  const payload = `{"number":${index},"temperature":${(index % 400) / 10},"text":"${'x'.repeat(index % 60)}"}`
  return `${time} [MQTT] device@10.0.0.7:50123 msg: mqtt_packet_received, packet: PUBLISH(Q1, R0, D0, Topic=plant/${index % 50}/value, PacketId=${index % 65_536}, Payload=${payload}), username: meter\n`
}

/** Writes 1 GB of lines in the server's format. */
function fillTrace(folder: string, day: string): void {
  mkdirSync(folder, { recursive: true })
  // EMQX's file name contains the date of the start.
  const file = openSync(join(folder, `trace_${name}_${day}.log`), 'w')
  let written = 0
  for (let index = 0; written < fileSize; ) {
    const lines: string[] = []
    for (let count = 0; count < 20_000; count += 1, index += 1) lines.push(lineAt(index))
    written += writeSync(file, lines.join(''))
  }
  closeSync(file)
}

async function measureSteps(browser: Browser, port: number): Promise<readonly TracePageRow[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/log-trace`)
  await signIn(page)
  await page.getByRole('link', { name, exact: true }).waitFor()
  const cdp = await context.newCDPSession(page)
  const rows: TracePageRow[] = []
  const step = async (what: string, act: () => Promise<unknown>) =>
    rows.push(await measureStep({ browser, page, cdp }, what, act))
  const lines = page.getByLabel('Log of the trace').getByRole('option')

  await step('first lines', async () => {
    await page.getByRole('link', { name, exact: true }).click()
    await lines.nth(5).waitFor()
  })
  const box = await page.getByLabel('Log of the trace').boundingBox()
  if (!box) throw new Error('There are no lines')
  await page.mouse.move(box.x + 200, box.y + 200)
  await step('scrolling 10 000 lines', async () => {
    for (let turn = 0; turn < 260; turn += 1) await page.mouse.wheel(0, 1000)
    await page.getByText('Reading', { exact: true }).waitFor({ state: 'hidden' })
  })
  await step('scroll bar to 20 positions', () => dragTo20Places(page))
  await step('time', async () => {
    await page.getByRole('button', { name: 'Go to time', exact: true }).click()
    await page.getByLabel('Time of day, or date and time').fill(new Date(start + 30_000_000).toISOString())
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByLabel('Log of the trace').locator('[aria-selected=true]').waitFor()
    await page.keyboard.press('Escape')
  })
  await step('search through 64 MB', async () => {
    await page.getByLabel('Search').fill('plant/4321000')
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await page.getByText(/read (6[4-9]|[7-9]\d|\d{3})\S* MB of/).waitFor({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click()
  })
  await context.close()
  return rows
}

async function dragTo20Places(page: Page): Promise<void> {
  const bar = await page.getByRole('scrollbar').boundingBox()
  if (!bar) throw new Error('There is no scroll bar')
  const x = bar.x + bar.width / 2
  await page.mouse.move(x, bar.y + 3)
  await page.mouse.down()
  for (let place = 1; place <= 20; place += 1) {
    await page.mouse.move(x, bar.y + (bar.height * ((place * 7) % 20)) / 20, { steps: 10 })
    await page.getByText('Reading', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByLabel('Log of the trace').getByRole('option').nth(5).waitFor()
  }
  await page.mouse.up()
}

interface Stage {
  readonly browser: Browser
  readonly page: Page
  readonly cdp: CDPSession
}

async function measureStep(
  { browser, page, cdp }: Stage,
  what: string,
  act: () => Promise<unknown>,
): Promise<TracePageRow> {
  process.stderr.write(`Trace of 1 GB, ${what} ...\n`)
  await page.evaluate(startWatching)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const begin = performance.now()
  await act()
  const took = performance.now() - begin
  const trace = await browser.stopTracing()
  const { tasks } = await page.evaluate<Watched>(stopWatching)
  return {
    name: what,
    took,
    maxTaskMs: Math.max(0, ...tasks),
    maxWorkMs: maxWorkOf(trace),
    tooLongTasks: tasks.filter((duration) => duration > 100).length,
    heap: await heapOf(cdp),
  }
}
