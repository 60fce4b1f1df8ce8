import type { Broker, ListenerType } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from '@mqdeck/observe'
import type { StartFailure } from './backends/embedded/start-failures.ts'
import type { Override } from './broker-config/override.ts'
import type { WebListeners } from './http/web-listeners.ts'
import type { Logging } from './log/create-logging.ts'
import type { Settings } from './start-options/settings.ts'

export interface ServerOptions {
  /** By key of `mqdeck.yaml`; the others keep their defaults. Port 0 takes a free one. */
  readonly settings?: Partial<Settings>
  /** What stands over the stored configuration; made of `settings` when missing. */
  readonly overrides?: readonly Override[]
  readonly clock?: Clock
  /** What to log with; closed with the server. When missing, nothing goes to the console. */
  readonly logging?: Logging
  /** Folder of the built dashboard. */
  readonly dashboardFolder?: string
  /** Holds every answer against the contract; on by default where `NODE_ENV` is `test`. */
  readonly checkReplies?: boolean
}

export interface RunningServer {
  /** Of the dashboard at the root; a base path is part of both. */
  readonly urls: { readonly dashboard: string; readonly api: string }
  /** The ports in use; undefined for a listener that is turned off, and for those of a cluster. */
  readonly ports: Readonly<{ dashboard: number } & { [T in Exclude<ListenerType, 'quic'>]: number | undefined }>
  /** The address that the dashboard listens on. */
  readonly dashboardHost: string
  /** Nodes of the cluster that it stands in front of; none when it has a broker of its own. */
  readonly cluster: readonly string[]
  /** @throws in front of a cluster, as the three below: there is none here */
  readonly broker: Broker
  /** What `/alarms` tells of. */
  readonly alarms: AlarmPort
  /** What is configured and could not start; none in front of a cluster. */
  readonly failures: readonly StartFailure[]
  readonly dataFolder: string
  readonly hasDefaultPassword: boolean
  /** Says goodbye to clients, writes what is due, frees ports and data folder. */
  stop(): Promise<void>
}

/** Where the dashboard can be reached. */
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

/** An address that listens everywhere is reached through localhost. */
function toUrlHost(bind: string): string {
  if (bind === '0.0.0.0' || bind === '::') return 'localhost'
  return bind.includes(':') ? `[${bind}]` : bind
}

/** Takes all steps once, then tells the first failure. */
export function stopOnce(steps: readonly (() => Promise<unknown>)[]): () => Promise<void> {
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
