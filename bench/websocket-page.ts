import { generate } from 'mqtt-packet'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { heapOf, maxWorkOf, onDashboard, signIn, startWatching, stopWatching, type Watched } from './dashboard.ts'
import { openClient } from './load.ts'
import { defineTable } from './table.ts'

/** Load of the WebSocket client page while messages arrive. */
interface WebSocketPageRow {
  readonly name: string
  readonly sent: number
  /** As counted by the page. */
  readonly received: number
  readonly seconds: number
  readonly framesPerSecond: number
  /** Milliseconds for which the page was blocked, wall clock. */
  readonly maxTaskMs: number
  /** The same as CPU time, which is independent of other load on the machine. */
  readonly maxWorkMs: number
  /** Tasks over 50 and 100 ms, wall clock. */
  readonly longTasks: number
  readonly tooLongTasks: number
  /** Megabytes of JavaScript heap and buffers after a garbage collection. */
  readonly heap: number
}

export const webSocketPage = defineTable<WebSocketPageRow>({
  name: 'websocket',
  measure: measureWebSocketPage,
  header: [
    'WebSocket client',
    'sent',
    'received',
    'frames/s',
    'longest task',
    'CPU time',
    '> 50 ms',
    '> 100 ms',
    'heap',
  ],
  cellsOf: (row) => [
    row.name,
    row.sent.toLocaleString('en'),
    row.received.toLocaleString('en'),
    row.framesPerSecond.toFixed(0),
    `${row.maxTaskMs.toFixed(0)} ms`,
    `${row.maxWorkMs.toFixed(0)} ms`,
    String(row.longTasks),
    String(row.tooLongTasks),
    `${row.heap.toFixed(1)} MB`,
  ],
})

const perSecond = 5_000
/** Longer than the 100 000 messages that the page keeps, so that memory must no longer grow. */
const phaseSeconds = 25

/** A subscription with 5 000 messages per second in the dashboard, in a browser; MQDeck only. */
async function measureWebSocketPage(): Promise<readonly WebSocketPageRow[]> {
  return onDashboard(async ({ browser, ports: { tcp, ws, dashboard } }) => {
    const page = await openConnected(browser, dashboard, ws)
    const cdp = await page.context().newCDPSession(page)
    const publish = await createPublisher(tcp)
    // Warm-up: code runs slowly at first.
    await settled(page, await publish(3))
    const rows = [await measurePhase({ browser, page, cdp, publish }, '5 000 messages/s, first 125 000')]
    rows.push(await measurePhase({ browser, page, cdp, publish }, 'next 125 000'))
    await page.getByRole('textbox', { name: /Find in topic/ }).fill('number 77')
    rows.push(await measurePhase({ browser, page, cdp, publish }, 'next 125 000, with a text filter'))
    return rows
  })
}

async function openConnected(browser: Browser, dashboard: number, ws: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${dashboard}/websocket`)
  await signIn(page)
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(ws))
  await page.getByLabel('Path', { exact: true }).fill('/mqtt')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Topic filter', exact: true }).first().fill('load/#')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByText('Granted QoS 0').waitFor()
  return page
}

/** Milliseconds between two writes. */
const turn = 20

/** Publishes at the rate for this number of seconds and returns the number of messages. */
async function createPublisher(port: number): Promise<(seconds: number) => Promise<number>> {
  const socket = await openClient(port, 'bench-load')
  let number = 0
  const frame = () => {
    number += 1
    const payload = JSON.stringify({ number: `number ${number}`, value: number / 7, text: 'x'.repeat(60) })
    return generate({
      cmd: 'publish',
      topic: `load/${number % 50}/value`,
      payload,
      qos: 0,
      retain: false,
      dup: false,
    })
  }
  return async (seconds) => {
    const start = performance.now()
    let sent = 0
    while (sent < seconds * perSecond) {
      const due = Math.min(seconds, (performance.now() - start) / 1000) * perSecond
      const frames: Buffer[] = []
      for (; sent < due; sent += 1) frames.push(frame())
      if (frames.length > 0) socket.write(Buffer.concat(frames))
      await new Promise((resolve) => setTimeout(resolve, turn))
    }
    return sent
  }
}

interface Stage {
  readonly browser: Browser
  readonly page: Page
  readonly cdp: CDPSession
  readonly publish: (seconds: number) => Promise<number>
}

async function measurePhase({ browser, page, cdp, publish }: Stage, name: string): Promise<WebSocketPageRow> {
  process.stderr.write(`WebSocket client, ${name} ...\n`)
  const before = await receivedBy(page)
  await page.evaluate(startWatching)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const start = performance.now()
  const sent = await publish(phaseSeconds)
  const seconds = (performance.now() - start) / 1000
  const trace = await browser.stopTracing()
  const { tasks, frames } = await page.evaluate<Watched>(stopWatching)
  const received = await settled(page, before + sent)
  return {
    name,
    sent,
    received: received - before,
    seconds,
    framesPerSecond: frames / seconds,
    maxTaskMs: Math.max(0, ...tasks),
    maxWorkMs: maxWorkOf(trace),
    longTasks: tasks.length,
    tooLongTasks: tasks.filter((duration) => duration > 100).length,
    heap: await heapOf(cdp),
  }
}

async function receivedBy(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Messages' }).first().innerText()
  return Number((/Received\s+([\d,]+)/.exec(text)?.[1] ?? '0').replaceAll(',', ''))
}

/** The page shows counts that are at most a second old. */
async function settled(page: Page, wanted: number): Promise<number> {
  const end = performance.now() + 10_000
  let received = await receivedBy(page)
  while (received < wanted && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    received = await receivedBy(page)
  }
  return received
}
