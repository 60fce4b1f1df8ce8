import { connect, type Socket } from 'node:net'
import { generate, parser } from 'mqtt-packet'
import type { Browser, Page } from 'playwright-core'
import { maxWorkOf, onDashboard, signIn, startWatching, stopWatching, type Watched } from './dashboard.ts'
import { disconnectFrame, subscribeFrame } from './frames.ts'
import { openClient } from './load.ts'
import { processorSeconds } from './process-stats.ts'
import { defineTable } from './table.ts'

/** Latency between two clients during the scan, and load of the page. */
interface SessionWalkRow {
  readonly name: string
  readonly seconds: number
  /** Undefined without a scan. */
  readonly sessions: number | undefined
  /** Milliseconds from one client to the other. */
  readonly median: number
  readonly p99: number
  readonly worst: number
  /** Share of a core that the broker used meanwhile. */
  readonly processor: number
  /** Milliseconds for which the page was blocked, wall clock and CPU time. */
  readonly maxTaskMs: number | undefined
  readonly maxWorkMs: number | undefined
}

const ms = (value: number | undefined, digits = 1) => (value === undefined ? '' : `${value.toFixed(digits)} ms`)

export const sessionWalk = defineTable<SessionWalkRow>({
  name: 'session-walk',
  measure: measureSessionWalk,
  header: [
    'session scan',
    'sessions',
    'took',
    'per second',
    'latency',
    'p99',
    'worst',
    'CPU',
    'longest task',
    'CPU time',
  ],
  cellsOf: (row) => [
    row.name,
    row.sessions?.toLocaleString('en') ?? '',
    `${row.seconds.toFixed(1)} s`,
    row.sessions === undefined ? '' : Math.round(row.sessions / row.seconds).toLocaleString('en'),
    ms(row.median),
    ms(row.p99),
    ms(row.worst),
    `${Math.round(row.processor * 100)} %`,
    ms(row.maxTaskMs, 0),
    ms(row.maxWorkMs, 0),
  ],
})

const sessions = 100_000
/** Connections that are opened in parallel. */
const atOnce = 50
const restSeconds = 10

/** The page that ranks sessions scans 100 000 sessions, all of disconnected clients; MQDeck only. */
async function measureSessionWalk(): Promise<readonly SessionWalkRow[]> {
  return onDashboard(async ({ browser, ports: { tcp, dashboard }, pid }) => {
    process.stderr.write(`session scan: ${sessions} clients connect and disconnect ...\n`)
    await leaveSessions(tcp)
    const page = await openPage(browser, dashboard)
    const pair = await createPair(tcp, pid())
    process.stderr.write('session scan: idle ...\n')
    await pair.measure(() => sleep(2000))
    const rest = await pair.measure(() => sleep(restSeconds * 1000))
    process.stderr.write('session scan: scanning ...\n')
    await page.evaluate(startWatching)
    await browser.startTracing(page, { categories: ['toplevel'] })
    const walk = await pair.measure(() => walkAll(page))
    const work = maxWorkOf(await browser.stopTracing())
    const { tasks } = await page.evaluate<Watched>(stopWatching)
    pair.close()
    return [
      { name: 'no scan', sessions: undefined, maxTaskMs: undefined, maxWorkMs: undefined, ...rest },
      {
        name: 'walk',
        sessions: await walkedBy(page),
        maxTaskMs: Math.max(0, ...tasks),
        maxWorkMs: work,
        ...walk,
      },
    ]
  })
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function openPage(browser: Browser, dashboard: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${dashboard}/session-health`)
  await signIn(page)
  await page.getByText('No scan yet').waitFor()
  return page
}

const finished = (page: Page) => page.getByText(/Finished · [\d,]+ sessions/)

async function walkAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start a scan' }).click()
  await finished(page).waitFor({ timeout: 600_000 })
}

async function walkedBy(page: Page): Promise<number> {
  const text = await finished(page).innerText()
  return Number((/· ([\d,]+) sessions/.exec(text)?.[1] ?? '0').replaceAll(',', ''))
}

/** Each client disconnects and leaves its session. */
async function leaveSessions(port: number): Promise<void> {
  let serial = 0
  const lane = async () => {
    while (serial < sessions) {
      serial += 1
      await leaveSession(port, serial)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Spreads connections over loopback addresses, so that no address runs out of ports. */
async function leaveSession(port: number, number: number): Promise<void> {
  const localAddress = `127.0.${1 + (number % 4)}.${1 + (number % 200)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  const clientId = `device-${number}`
  socket.write(
    generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clientId, clean: false, keepalive: 0 }),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('data', () => resolve())
    socket.once('close', () => reject(new Error(`The broker refused ${clientId}`)))
  })
  await new Promise<void>((resolve) => socket.write(disconnectFrame, () => resolve()))
  socket.resetAndDestroy()
}

type Latency = Pick<SessionWalkRow, 'seconds' | 'median' | 'p99' | 'worst' | 'processor'>

interface Pair {
  /** Publishes until `work` has ended. */
  readonly measure: (work: () => Promise<void>) => Promise<Latency>
  readonly close: () => void
}

const topic = 'walk/latency'
/** Milliseconds between two messages. */
const every = 5

/**
 * One client publishes messages with the time, the other one reads it. QoS 0, because acknowledgements would add
 * latency.
 */
async function createPair(port: number, pid: number): Promise<Pair> {
  const subscriber = await openClient(port, 'walk-subscriber')
  const publisher = await openClient(port, 'walk-publisher')
  let delays: number[] = []
  readMessages(subscriber, (payload) => delays.push(performance.now() - Number(payload)))
  await new Promise<void>((resolve) => {
    subscriber.once('data', () => resolve())
    subscriber.write(subscribeFrame(topic, 0))
  })
  const publish = () => {
    const payload = String(performance.now())
    publisher.write(generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }))
  }
  return {
    async measure(work) {
      delays = []
      const start = performance.now()
      const before = processorSeconds(pid)
      const timer = setInterval(publish, every)
      await work().finally(() => clearInterval(timer))
      const seconds = (performance.now() - start) / 1000
      const processor = (processorSeconds(pid) - before) / seconds
      const sorted = delays.sort((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
      return { seconds, median: at(0.5), p99: at(0.99), worst: at(1), processor }
    },
    close() {
      subscriber.destroy()
      publisher.destroy()
    },
  }
}

function readMessages(socket: Socket, onMessage: (payload: string) => void): void {
  const read = parser({ protocolVersion: 4 })
  read.on('packet', (packet) => {
    if (packet.cmd === 'publish') onMessage(packet.payload.toString())
  })
  socket.on('data', (bytes) => read.parse(bytes))
}
