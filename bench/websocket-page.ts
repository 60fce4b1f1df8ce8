import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, waitForPort } from '@mqdeck/testkit'
import { generate } from 'mqtt-packet'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { openClient } from './load.ts'

/** What `--only` chooses it by. */
export const webSocketPageName = 'websocket'

/** What the page of the WebSocket client did while messages came in. */
export interface WebSocketPageRow {
  readonly name: string
  readonly sent: number
  /** As the page counts them. */
  readonly received: number
  readonly seconds: number
  readonly framesPerSecond: number
  /** Milliseconds for which the page did nothing else, by the clock. */
  readonly longestTask: number
  /** The same of processor time; does not mind that the machine was busy otherwise. */
  readonly longestWork: number
  /** Of more than 50 and 100 ms, by the clock. */
  readonly longTasks: number
  readonly tooLongTasks: number
  /** Megabytes of JavaScript and its buffers, after everything that is garbage has gone. */
  readonly heap: number
}

const perSecond = 5_000
/** Longer than the 100 000 messages that the page keeps: memory must no longer grow. */
const phaseSeconds = 25
const password = 'Bench-123'

/** A subscription of 5 000 messages per second in the dashboard's own page, in a browser; ours alone. */
export async function measureWebSocketPage(): Promise<readonly WebSocketPageRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mqdeck-bench-'))
  const [tcp = 0, ws = 0, dashboard = 0] = await freePorts(3)
  const server = startServer(folder, { tcp, ws, dashboard })
  const browser = await launch()
  try {
    await waitForPort(dashboard, '127.0.0.1', 30_000)
    const page = await openConnected(browser, dashboard, ws)
    const cdp = await page.context().newCDPSession(page)
    const publish = await createPublisher(tcp)
    // Code that has not run yet is slow.
    await settled(page, await publish(3))
    const rows = [await measurePhase({ browser, page, cdp, publish }, '5 000 messages/s, first 125 000')]
    rows.push(await measurePhase({ browser, page, cdp, publish }, 'next 125 000'))
    await page.getByRole('textbox', { name: /Find in topic/ }).fill('number 77')
    rows.push(await measurePhase({ browser, page, cdp, publish }, 'next 125 000, with a text to be found'))
    return rows
  } finally {
    await browser.close()
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

export function printWebSocketPage(rows: readonly WebSocketPageRow[]): void {
  const header = [
    'WebSocket client',
    'sent',
    'received',
    'frames/s',
    'longest task',
    'of processor',
    '> 50 ms',
    '> 100 ms',
    'heap',
  ]
  const body = rows.map((row) => [
    row.name,
    row.sent.toLocaleString('en'),
    row.received.toLocaleString('en'),
    row.framesPerSecond.toFixed(0),
    `${row.longestTask.toFixed(0)} ms`,
    `${row.longestWork.toFixed(0)} ms`,
    String(row.longTasks),
    String(row.tooLongTasks),
    `${row.heap.toFixed(1)} MB`,
  ])
  const widths = header.map((_, column) => Math.max(...[header, ...body].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(['', line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n'))
}

interface Ports {
  readonly tcp: number
  readonly ws: number
  readonly dashboard: number
}

function startServer(folder: string, { tcp, ws, dashboard }: Ports): ChildProcess {
  return spawn(process.execPath, ['apps/server/dist/main.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      MQDECK_DATA_DIR: folder,
      MQDECK_TCP_PORT: `${tcp}`,
      MQDECK_WS_PORT: `${ws}`,
      MQDECK_DASHBOARD_PORT: `${dashboard}`,
      MQDECK_DASHBOARD_DEFAULT_PASSWORD: password,
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
    },
  })
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(patience)
}

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })

async function openConnected(browser: Browser, dashboard: number, ws: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${dashboard}/websocket`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
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

/** Publishes at the rate for so many seconds and tells how many that were. */
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

/** Runs in the page: what took it longer than 50 ms, and how many frames it drew. */
const startWatching = `
  globalThis.watched = { tasks: [], frames: 0, isOn: true }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  const count = () => { watched.frames += 1; if (watched.isOn) requestAnimationFrame(count) }
  requestAnimationFrame(count)
`
const stopWatching = `(watched.isOn = false, { tasks: watched.tasks, frames: watched.frames })`

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
  const { tasks, frames } = await page.evaluate<{ tasks: number[]; frames: number }>(stopWatching)
  const received = await settled(page, before + sent)
  await cdp.send('HeapProfiler.collectGarbage')
  // The protocol's types do not have the buffers yet.
  const usage: { usedSize: number; backingStorageSize?: number } = await cdp.send('Runtime.getHeapUsage')
  return {
    name,
    sent,
    received: received - before,
    seconds,
    framesPerSecond: frames / seconds,
    longestTask: Math.max(0, ...tasks),
    longestWork: longestWork(trace),
    longTasks: tasks.length,
    tooLongTasks: tasks.filter((duration) => duration > 100).length,
    heap: (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1024 ** 2,
  }
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds of processor time that the longest task of a page's main thread took. */
function longestWork(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] } // Chromium's
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = (event: TraceEvent) => mains.some(({ pid, tid }) => pid === event.pid && tid === event.tid)
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain(event))
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000
}

async function receivedBy(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Messages' }).first().innerText()
  return Number((/Received\s+([\d,]+)/.exec(text)?.[1] ?? '0').replaceAll(',', ''))
}

/** What is shown is at most a second old. */
async function settled(page: Page, wanted: number): Promise<number> {
  const end = performance.now() + 10_000
  let received = await receivedBy(page)
  while (received < wanted && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    received = await receivedBy(page)
  }
  return received
}
