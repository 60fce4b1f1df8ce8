import type { ExportState, PlainValue, prometheus } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { createExportWatch, type ExportRun } from '../export-state.ts'

/** Where and how often to push; `interval` in milliseconds. */
export type PushSettings = Readonly<PlainValue<typeof prometheus>['push_gateway']>

export interface PushGatewayOptions {
  readonly settings: PushSettings
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  readonly text: () => string
  readonly clock: Clock
  readonly log: Log
}

/** Sends the figures to a Pushgateway from time to time. */
export interface PushGateway {
  start(): void
  /** In force at once. */
  update(settings: PushSettings): void
  /** Breaks off a push that is on its way. */
  stop(): void
  state(): ExportState
}

/** Milliseconds that a push may take. */
const patience = 60_000

export function createPushGateway({ settings, node, text, clock, log }: PushGatewayOptions): PushGateway {
  let current = settings
  let isStarted = false
  let cancel = () => {}
  let pushing: AbortController | undefined
  const watch = createExportWatch({
    clock,
    log,
    events: {
      failed: 'push_to_push_gateway_failed',
      recovered: 'push_to_push_gateway_recovered',
      dropped: 'push_to_push_gateway_dropped',
    },
    about: () => ({ url: current.url }),
  })

  const push = async (report: ExportRun) => {
    // A gateway that is slower than the interval gets no second push meanwhile.
    if (pushing) return
    const breaker = new AbortController()
    pushing = breaker
    try {
      await send(current, node, text(), AbortSignal.any([breaker.signal, AbortSignal.timeout(patience)]))
      report.succeeded()
    } catch (error) {
      if (breaker.signal.aborted) return
      report.failed(reasonOf(error))
    } finally {
      if (pushing === breaker) pushing = undefined
    }
  }
  const halt = () => {
    cancel()
    pushing?.abort()
    pushing = undefined
  }
  const run = () => {
    halt()
    cancel = () => {}
    watch.end()
    if (!isStarted || !current.enable) return
    const report = watch.begin()
    cancel = clock.every(current.interval, () => void push(report))
  }

  return {
    start() {
      isStarted = true
      run()
    },
    update(next) {
      current = next
      run()
    },
    stop() {
      isStarted = false
      run()
    },
    state: watch.state,
  }
}

async function send({ url, method, headers, job_name }: PushSettings, node: string, body: string, signal: AbortSignal) {
  const response = await fetch(`${url.replace(/\/+$/, '')}/metrics/job/${jobOf(job_name, node)}`, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'text/plain; version=0.0.4', ...headers },
    body,
    signal,
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${answer.slice(0, 200)}`)
}

/** `${name}/instance/${name}~${host}` becomes `mqdeck/instance/mqdeck~127.0.0.1`. */
function jobOf(template: string, node: string): string {
  const at = node.lastIndexOf('@')
  const parts: Readonly<Record<string, string>> = { name: node.slice(0, Math.max(0, at)), host: node.slice(at + 1) }
  return template
    .split('/')
    .map((segment) => encodeURIComponent(segment.replace(/\$\{(name|host)\}/g, (_, name: string) => parts[name] ?? '')))
    .join('/')
}

/** fetch says "fetch failed" and keeps the reason to itself. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
