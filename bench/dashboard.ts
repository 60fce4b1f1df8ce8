import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, waitForPort } from '@mqdeck/testkit'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

/** The built server and its dashboard in a browser, for all measurements of pages. */

/** Password of the user `admin`. */
export const password = 'Bench-123'

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
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(killTimer)
}

const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })

/** Starts a server with a new data folder on free ports, and a browser. Both are stopped when `work` has ended. */
export interface DashboardStage {
  readonly browser: Browser
  readonly ports: Ports
  readonly folder: string
  /** Process ID of the server. */
  readonly pid: () => number
  /** Stops the server, and starts it again after `meanwhile`. */
  readonly restart: (meanwhile: () => void) => Promise<void>
}

export async function onDashboard<T>(work: (stage: DashboardStage) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mqdeck-bench-'))
  const [tcp = 0, ws = 0, dashboard = 0] = await freePorts(3)
  const ports: Ports = { tcp, ws, dashboard }
  const ready = () => Promise.all([tcp, dashboard].map((port) => waitForPort(port, '127.0.0.1', 30_000)))
  let server = startServer(folder, ports)
  const browser = await launch()
  try {
    await ready()
    return await work({
      browser,
      ports,
      folder,
      pid: () => server.pid ?? 0,
      async restart(meanwhile) {
        await stop(server)
        meanwhile()
        server = startServer(folder, ports)
        await ready()
      },
    })
  } finally {
    await browser.close()
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Call on a page that leads to the login page. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export interface Watched {
  /** Duration of each task over 50 ms, in milliseconds. */
  readonly tasks: readonly number[]
  readonly frames: number
}

/** Runs in the page: records tasks over 50 ms and the number of frames. */
export const startWatching = `
  globalThis.watched = { tasks: [], frames: 0, isOn: true }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  const count = () => { watched.frames += 1; if (watched.isOn) requestAnimationFrame(count) }
  requestAnimationFrame(count)
`
export const stopWatching = `(watched.isOn = false, { tasks: watched.tasks, frames: watched.frames })`

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of CPU time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** CPU time in milliseconds of the longest task on the main thread of a page. */
export function maxWorkOf(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] } // Chromium's events
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = (event: TraceEvent) => mains.some(({ pid, tid }) => pid === event.pid && tid === event.tid)
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain(event))
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000
}

/** Megabytes of JavaScript heap and buffers after a garbage collection. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  // The type definitions do not contain the buffers yet.
  const usage: { usedSize: number; backingStorageSize?: number } = await cdp.send('Runtime.getHeapUsage')
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1024 ** 2
}
