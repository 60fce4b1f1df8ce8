import { type ChildProcess, spawn } from 'node:child_process'
import { type CDPSession, chromium, type Page } from 'playwright-core'

/** The built server and its dashboard in a browser: what all measurements of pages need. */

/** Of the user `admin`. */
export const password = 'Bench-123'

export interface Ports {
  readonly tcp: number
  readonly ws: number
  readonly dashboard: number
}

export function startServer(folder: string, { tcp, ws, dashboard }: Ports): ChildProcess {
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

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(patience)
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })

/** On a page that leads to the login. */
export async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export interface Watched {
  /** Milliseconds of each task of more than 50. */
  readonly tasks: readonly number[]
  readonly frames: number
}

/** Runs in the page: what took it longer than 50 ms, and how many frames it drew. */
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
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds of processor time that the longest task of a page's main thread took. */
export function longestWork(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] } // Chromium's
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = (event: TraceEvent) => mains.some(({ pid, tid }) => pid === event.pid && tid === event.tid)
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain(event))
  return tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000
}

/** Megabytes of JavaScript and its buffers, after everything that is garbage has gone. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  // The protocol's types do not have the buffers yet.
  const usage: { usedSize: number; backingStorageSize?: number } = await cdp.send('Runtime.getHeapUsage')
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1024 ** 2
}
