import { type ExportState, fetchMessageOf, type PlainValue, type prometheus } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { createExportStateTracker, type ExportRun } from '../export-state.ts'

/** Push settings. `interval` is in milliseconds. */
export type PushSettings = Readonly<PlainValue<typeof prometheus>['push_gateway']>

export interface PushGatewayOptions {
  readonly settings: PushSettings
  /** `mqdeck@127.0.0.1` */
  readonly node: string
  readonly text: () => Promise<string>
  readonly clock: Clock
  readonly log: Log
}

/** Pushes metrics to a Pushgateway at an interval. */
export interface PushGateway {
  start(): void
  /** Applies immediately. */
  update(settings: PushSettings): void
  /** Aborts a running push. */
  stop(): void
  state(): ExportState
}

/** Timeout of a push. */
const timeoutMs = 60_000

export function createPushGateway({ settings, node, text, clock, log }: PushGatewayOptions): PushGateway {
  let current = settings
  let isStarted = false
  let cancel = () => {}
  let pushing: AbortController | undefined
  const tracker = createExportStateTracker({
    clock,
    log,
    events: {
      failed: 'push_to_push_gateway_failed',
      recovered: 'push_to_push_gateway_recovered',
      dropped: 'push_to_push_gateway_dropped',
    },
    logFields: () => ({ url: current.url }),
  })

  const push = async (report: ExportRun) => {
    // Skip this push if the previous one is still running.
    if (pushing) return
    const controller = new AbortController()
    pushing = controller
    try {
      await send(current, node, await text(), AbortSignal.any([controller.signal, AbortSignal.timeout(timeoutMs)]))
      report.onSuccess()
    } catch (error) {
      if (controller.signal.aborted) return
      report.onFailure(fetchMessageOf(error))
    } finally {
      if (pushing === controller) pushing = undefined
    }
  }
  const abort = () => {
    cancel()
    pushing?.abort()
    pushing = undefined
  }
  const restart = () => {
    abort()
    cancel = () => {}
    tracker.end()
    if (!isStarted || !current.enable) return
    const report = tracker.begin()
    cancel = clock.every(current.interval, () => void push(report))
  }

  return {
    start() {
      isStarted = true
      restart()
    },
    update(next) {
      current = next
      restart()
    },
    stop() {
      isStarted = false
      restart()
    },
    state: tracker.state,
  }
}

async function send({ url, method, headers, job_name }: PushSettings, node: string, body: string, signal: AbortSignal) {
  const response = await fetch(`${url.replace(/\/+$/, '')}/metrics/job/${jobOf(job_name, node)}`, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'text/plain; version=0.0.4', ...headers },
    body,
    signal,
  })
  const responseText = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${responseText.slice(0, 200)}`)
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
