import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { pendingReason } from '../page-state.ts'

/** How one visit of a page went. Times are in milliseconds since the navigation. */
export interface Visit {
  /** Requests until the page was complete: documents, scripts, styles, images and fonts. */
  readonly files: number
  /** Of these to the API. */
  readonly calls: number
  /** Bytes received, compressed. */
  readonly bytes: number
  readonly maxPaint: number
  readonly ready: number
  readonly shift: number
  /** Milliseconds beyond 50 of all long tasks. */
  readonly blocked: number
  /** Paths of all requests, for `--requests`. */
  readonly paths: readonly string[]
}

export interface Conditions {
  /** Factor by which the processor is slower. */
  readonly slowdown?: number
  /** A network with this latency in milliseconds and this throughput in bytes per second. */
  readonly network?: { readonly latency: number; readonly throughput: number }
}

/** Fast 3G. */
export const slowNetwork = { latency: 150, throughput: 1_440_000 / 8 } as const

/** Milliseconds without a new request after which a page is complete. */
const quietMs = 400
/** Some pages work for longer, and say so. */
const timeoutMs = 20_000

/** Opens a tab and loads a page in it. */
export async function visit(context: BrowserContext, address: string, conditions: Conditions = {}): Promise<Visit> {
  const page = await context.newPage()
  try {
    const cdp = await context.newCDPSession(page)
    await apply(cdp, conditions)
    const traffic = await watchTraffic(cdp)
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'commit' })
    const ready = await untilComplete(page, traffic)
    const { maxPaint, shift, blocked } = await page.evaluate<Observed>('globalThis.__vitals()')
    const { paths, bytes } = traffic
    const calls = paths.filter((path) => path.startsWith('/api/')).length
    return { files: paths.length - calls, calls, bytes: bytes(), maxPaint, ready, shift, blocked, paths }
  } finally {
    await page.close()
  }
}

export async function apply(cdp: CDPSession, { slowdown = 1, network }: Conditions): Promise<void> {
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (!network) return
  const { latency, throughput } = network
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

interface Traffic {
  readonly paths: string[]
  readonly bytes: () => number
  /** Milliseconds since the last request. */
  readonly quiet: () => number
  readonly pending: () => boolean
}

/** Requests that reach the server. Files from the cache of the browser are not requests. */
async function watchTraffic(cdp: CDPSession): Promise<Traffic> {
  const open = new Map<string, string>()
  const cached = new Set<string>()
  const paths: string[] = []
  let bytes = 0
  let last = Date.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, loaderId }) => {
    if (!request.url.startsWith('http')) return
    last = Date.now()
    const { pathname } = new URL(request.url)
    // The end of the request for the script of a worker is only reported to the worker.
    if (loaderId === '') paths.push(pathname)
    else open.set(requestId, pathname)
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) cached.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    finish(requestId)
    if (!cached.has(requestId)) bytes += encodedDataLength
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => finish(requestId))
  const finish = (id: string) => {
    const path = open.get(id)
    if (path !== undefined && !cached.has(id)) paths.push(path)
    open.delete(id)
  }
  return {
    paths,
    bytes: () => bytes,
    quiet: () => Date.now() - last,
    // A stream of events stays open.
    pending: () => [...open.values()].some((path) => !path.startsWith('/api/')),
  }
}

/** Waits until a page shows its content and makes no more requests. Returns when it had its content. */
async function untilComplete(page: Page, traffic: Traffic): Promise<number> {
  const end = Date.now() + timeoutMs
  let ready: number | undefined
  while (Date.now() < end) {
    const reason = await page.evaluate<string>(pendingOrLogin).catch(() => 'loading')
    if (reason === '' && !traffic.pending()) {
      ready ??= await page.evaluate<number>('performance.now()')
      if (traffic.quiet() > quietMs) return ready
      // Pages that poll are never quiet.
      if ((await page.evaluate<number>('performance.now()')) - ready > 3 * quietMs) return ready
    } else ready = undefined
    await page.evaluate('new Promise((done) => setTimeout(done, 25))').catch(() => undefined)
  }
  return await page.evaluate<number>('performance.now()')
}

/** The login page has no `#main`. */
const pendingOrLogin = `document.querySelector('main:not(#main) input[name=username]') ? '' : ${pendingReason}`

interface Observed {
  readonly maxPaint: number
  readonly shift: number
  readonly blocked: number
  readonly interaction: number
}

/**
 * Collects what the browser measures. Shifts within a second of each other count together, up to five seconds; the largest of these sums
 * counts (CLS). The slowest interaction counts (INP of fewer than 50).
 */
export const observe = `(() => {
  let maxPaint = 0, shift = 0, sum = 0, first = 0, last = 0, blocked = 0, interaction = 0
  const on = (type, read, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true, ...options })
  on('largest-contentful-paint', (entry) => { maxPaint = entry.startTime })
  on('longtask', (entry) => { blocked += entry.duration - 50 })
  on('layout-shift', (entry) => {
    if (entry.hadRecentInput) return
    if (entry.startTime - last > 1000 || entry.startTime - first > 5000) { sum = 0; first = entry.startTime }
    last = entry.startTime
    sum += entry.value
    shift = Math.max(shift, sum)
  })
  on('event', (entry) => { if (entry.interactionId) interaction = Math.max(interaction, entry.duration) }, { durationThreshold: 16 })
  globalThis.__vitals = () => ({ maxPaint, shift, blocked, interaction })
  globalThis.__resetInteraction = () => { interaction = 0 }
})()`
