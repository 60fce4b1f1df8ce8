import { generate } from 'mqtt-packet'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { heapOf, maxWorkOf, onDashboard, signIn, startWatching, stopWatching, type Watched } from './dashboard.ts'
import { openClient } from './load.ts'
import { residentBytes } from './process-stats.ts'
import { defineTable } from './table.ts'

/** Load of the topic explorer while a million topics are read and receive messages. */
interface TopicExplorerPageRow {
  readonly name: string
  readonly seconds: number
  readonly framesPerSecond: number
  /** Milliseconds for which the page was blocked, wall clock and CPU time. */
  readonly maxTaskMs: number
  readonly maxWorkMs: number
  /** Tasks over 100 ms, wall clock. */
  readonly tooLongTasks: number
  /** Megabytes of the page's heap. */
  readonly heap: number
  /** Megabytes of the renderer process: page, worker with the tree, and browser code. */
  readonly resident: number
}

export const topicExplorerPage = defineTable<TopicExplorerPageRow>({
  name: 'topic-explorer',
  measure: measureTopicExplorerPage,
  header: ['topic explorer', 'seconds', 'frames/s', 'longest task', 'CPU time', '> 100 ms', 'heap', 'resident'],
  cellsOf: (row) => [
    row.name,
    row.seconds.toFixed(1),
    row.framesPerSecond.toFixed(0),
    `${row.maxTaskMs.toFixed(0)} ms`,
    `${row.maxWorkMs.toFixed(0)} ms`,
    String(row.tooLongTasks),
    `${row.heap.toFixed(1)} MB`,
    `${row.resident.toFixed(0)} MB`,
  ],
})

const sites = 1000
const devicesPerSite = 1000
const topics = sites * devicesPerSite
const topicOf = (index: number) => `plant/site-${index % sites}/device-${Math.floor(index / sites)}`
const liveSeconds = 25
const perSecond = 5000

/** A million subscribed topics, read through the API, and then traffic on all of them; MQDeck only. */
async function measureTopicExplorerPage(): Promise<readonly TopicExplorerPageRow[]> {
  return onDashboard(async ({ browser, ports: { tcp, ws, dashboard } }) => {
    await subscribeToAll(tcp)
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await page.goto(`http://127.0.0.1:${dashboard}/topic-explorer`)
    await signIn(page)
    const stage: Stage = { browser, page, cdp }
    await page.getByRole('button', { name: 'Read the rest' }).waitFor()
    return [
      await measure(stage, 'reading 1 000 000 topics', () => readAll(page)),
      await measure(stage, 'opening and scrolling a branch of 1 000', () => openAndScroll(page)),
      await measure(stage, 'searching a filter', () => search(page)),
      await measure(stage, `${perSecond} messages/s on all topics`, () => follow(page, tcp, ws)),
    ]
  })
}

/** Filters per SUBSCRIBE. */
const together = 500

async function subscribeToAll(port: number): Promise<void> {
  process.stderr.write('topic explorer, subscribing to 1 000 000 topics ...\n')
  const socket = await openClient(port, 'bench-subscriber')
  let acknowledged = 0
  const packetSize = 4 + 1 + together
  let received = 0
  socket.on('data', (data: Buffer) => {
    received += data.length
    acknowledged = Math.floor(received / packetSize)
  })
  for (let first = 0, messageId = 1; first < topics; first += together, messageId += 1) {
    const subscriptions = Array.from({ length: together }, (_, offset) => ({
      topic: topicOf(first + offset),
      qos: 0 as const,
    }))
    socket.write(generate({ cmd: 'subscribe', messageId, subscriptions }))
    while (messageId - acknowledged > 20) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  while (acknowledged * together < topics) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function readAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Read the rest' }).click()
  await page.getByText(/^1,000,000 topics|1,000,\d\d\d topics/).waitFor({ timeout: 300_000 })
}

const tree = (page: Page) => page.getByRole('treegrid')

async function openAndScroll(page: Page): Promise<void> {
  await tree(page).focus()
  await page.getByRole('button', { name: 'Expand plant' }).click()
  await page.getByRole('button', { name: 'Expand site-0', exact: true }).click()
  await page.getByText('device-0', { exact: true }).waitFor()
  await tree(page).hover()
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(50)
  }
}

async function search(page: Page): Promise<void> {
  await page.getByLabel('Find').fill('plant/+/device-77')
  await page.getByText('1,000 matches').waitFor()
  await page.getByLabel('Find').fill('')
  await page.getByText(/\d matches/).waitFor({ state: 'detached' })
}

async function follow(page: Page, tcp: number, ws: number): Promise<void> {
  await page.getByRole('button', { name: 'Filters, address and login' }).click()
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill(String(ws))
  await page.getByLabel('Path', { exact: true }).fill('/mqtt')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Messages/s' }).click()
  const socket = await openClient(tcp, 'bench-load')
  const start = performance.now()
  for (let sent = 0; sent < liveSeconds * perSecond; ) {
    const due = Math.min(liveSeconds, (performance.now() - start) / 1000) * perSecond
    const frames: Buffer[] = []
    for (; sent < due; sent++) {
      const topic = topicOf((sent * 7919) % topics)
      const payload = JSON.stringify({ t: (sent % 400) / 10, number: sent })
      frames.push(generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }))
    }
    if (frames.length > 0) socket.write(Buffer.concat(frames))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  socket.destroy()
}

interface Stage {
  readonly browser: Browser
  readonly page: Page
  readonly cdp: CDPSession
}

async function measure(
  { browser, page, cdp }: Stage,
  name: string,
  work: () => Promise<void>,
): Promise<TopicExplorerPageRow> {
  process.stderr.write(`topic explorer, ${name} ...\n`)
  await page.evaluate(startWatching)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const trace = await browser.stopTracing()
  const { tasks, frames } = await page.evaluate<Watched>(stopWatching)
  return {
    name,
    seconds,
    framesPerSecond: frames / seconds,
    maxTaskMs: Math.max(0, ...tasks),
    maxWorkMs: maxWorkOf(trace),
    tooLongTasks: tasks.filter((duration) => duration > 100).length,
    heap: await heapOf(cdp),
    resident: await residentOf(browser),
  }
}

/** Megabytes of the largest renderer process, which is the one of the page. */
async function residentOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(...renderers.map(({ id }) => residentBytes(id))) / 1024 ** 2
}
