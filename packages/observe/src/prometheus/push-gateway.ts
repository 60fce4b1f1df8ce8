import type { PlainValue, prometheus } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'

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
}

/** Milliseconds that a push may take. */
const patience = 60_000

export function createPushGateway({ settings, node, text, clock, log }: PushGatewayOptions): PushGateway {
  let current = settings
  let isStarted = false
  let cancel = () => {}
  let pushing: AbortController | undefined
  let hasFailed = false

  const push = async () => {
    // A gateway that is slower than the interval gets no second push meanwhile.
    if (pushing) return
    const breaker = new AbortController()
    pushing = breaker
    try {
      await send(current, node, text(), AbortSignal.any([breaker.signal, AbortSignal.timeout(patience)]))
      if (hasFailed) log.info({ url: current.url }, 'push_to_push_gateway_recovered')
      hasFailed = false
    } catch (error) {
      if (breaker.signal.aborted) return
      // The first failure is news, the next ones are not.
      if (!hasFailed) log.error({ url: current.url, reason: reasonOf(error) }, 'push_to_push_gateway_failed')
      hasFailed = true
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
    if (isStarted && current.enable) cancel = clock.every(current.interval, () => void push())
  }

  return {
    start() {
      isStarted = true
      run()
    },
    update(next) {
      current = next
      hasFailed = false
      run()
    },
    stop() {
      isStarted = false
      halt()
    },
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
