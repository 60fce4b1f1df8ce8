import type { Broker, ListenerType } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import type { ScryptCost } from './backends/embedded/accounts/password.ts'
import type { PluginService } from './backends/embedded/plugins/service.ts'
import type { StartFailure } from './backends/embedded/start-failures.ts'
import type { Override } from './broker-config/roots.ts'
import type { WebListeners } from './http/web-listeners.ts'
import type { Logging } from './log/create-logging.ts'
import type { Settings } from './start-options/start-options.ts'

export interface ServerOptions {
  /** By key of `mqdeck.yaml`. Missing keys have their defaults. Port 0 selects a free port. */
  readonly settings?: Partial<Settings>
  /** Values that override the stored configuration. Default: derived from `settings`. */
  readonly overrides?: readonly Override[]
  readonly clock?: Clock
  /** Closed with the server. Without it, nothing is written to the console. */
  readonly logging?: Logging
  /** Folder of the built dashboard. */
  readonly dashboardFolder?: string
  /** Validates every response against the contract. Default: true if `NODE_ENV` is `test`. */
  readonly checkReplies?: boolean
  /** Cost of hashing passwords of dashboard users. Default: the recommended cost. Tests choose a cheap one. */
  readonly passwordCost?: ScryptCost | undefined
}

export interface RunningServer {
  /** URLs of the dashboard at the root, including a base path. */
  readonly urls: { readonly dashboard: string; readonly api: string }
  /** Bound ports. Undefined for a disabled listener, and in front of a cluster. */
  readonly ports: Readonly<{ dashboard: number } & { [T in Exclude<ListenerType, 'quic'>]: number | undefined }>
  /** Address that the dashboard listens on. */
  readonly dashboardHost: string
  /** Nodes of the cluster. Empty with the embedded broker. */
  readonly cluster: readonly string[]
  /** @throws in front of a cluster, as the next four properties */
  readonly broker: Broker
  /** Alarms as in `/alarms`. */
  readonly alarms: AlarmPort
  readonly plugins: Pick<PluginService, 'plugins' | 'packages'>
  /** Configured parts that could not start. Empty in front of a cluster. */
  readonly failures: readonly StartFailure[]
  readonly dataFolder: string
  readonly hasDefaultPassword: boolean
  /** Disconnects clients, flushes pending writes, and releases ports and data folder. */
  stop(): Promise<void>
}

/** Host and port of the dashboard. */
export function addressesOf(web: WebListeners, basePath: string): Pick<RunningServer, 'urls' | 'dashboardHost'> {
  const schemeOf = () => (web.port('http') === undefined ? 'https' : 'http')
  return {
    get urls() {
      const scheme = schemeOf()
      const dashboard = `${scheme}://${toUrlHost(web.host(scheme) ?? '::')}:${web.port(scheme)}${basePath}`
      return { dashboard, api: `${dashboard}/api/v5` }
    },
    get dashboardHost() {
      return web.host(schemeOf()) ?? '0.0.0.0'
    },
  }
}

/** An address that listens everywhere is shown as localhost. */
function toUrlHost(bind: string): string {
  if (bind === '0.0.0.0' || bind === '::') return 'localhost'
  return bind.includes(':') ? `[${bind}]` : bind
}

/** How the parts of a server are stopped, in this order. Steps of parts that were not started do nothing. */
export type StopSteps = readonly (() => Promise<unknown>)[]

/** Stops the parts that are running after a failed start. The error of the start is the relevant one. */
export async function stopStarted(steps: StopSteps): Promise<void> {
  for (const step of steps) await step().catch(() => {})
}

/** Runs all steps once, then throws the first error. */
export function stopOnce(steps: StopSteps): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    const failures: unknown[] = []
    for (const step of steps) await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  return () => {
    stopped ??= stopAll()
    return stopped
  }
}
