import { type Broker, createBroker, type ListenerSettings, type ListenerType } from '@mqdeck/broker'
import type { Api, Handlers } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { createMonitor, createNodeInfo, createStats, createSysTopics } from '@mqdeck/observe'
import type { Settings } from '../../config/settings.ts'
import type { TokenVerifier } from '../../http/identity.ts'
import type { Call } from '../../http/mount.ts'
import { installFolder } from '../../install-folder.ts'
import type { Data } from '../../store/open-data.ts'
import type { TlsFiles } from '../../tls/certificate.ts'
import { version } from '../../version.ts'
import { createSessions } from './accounts/sessions.ts'
import { openTokens } from './accounts/tokens.ts'
import { openUsers } from './accounts/users.ts'
import { bannedHandlers } from './api/banned.ts'
import { clientHandlers } from './api/clients.ts'
import { clusterHandlers } from './api/cluster.ts'
import { errorCodeHandlers } from './api/error-codes.ts'
import { metricsHandlers, monitorHandlers, nodeHandlers, statsHandlers } from './api/metrics.ts'
import { publishHandlers } from './api/publish.ts'
import { subscriptionHandlers } from './api/subscriptions.ts'
import { topicHandlers } from './api/topics.ts'
import { userHandlers } from './api/users.ts'
import { toBan } from './banned/ban-body.ts'
import { openBans } from './banned/bans.ts'
import { refuseBanned } from './banned/enforce.ts'
import { toMqttSettings } from './mqtt-settings.ts'
import type { Services } from './services.ts'

export interface EmbeddedOptions {
  readonly settings: Settings
  readonly data: Data
  readonly tls: TlsFiles | undefined
  readonly clock: Clock
  readonly log: Log
}

/** The broker and what stands around it, ready to start. */
export interface Embedded {
  readonly broker: Broker
  readonly handlers: Handlers<Api, Call>
  readonly verify: TokenVerifier
  /** Whether the first user can still sign in with the password it was made with. */
  readonly hasDefaultPassword: boolean
  start(): Promise<void>
  stop(): Promise<void>
}

export async function buildEmbedded({ settings, data, tls, clock, log }: EmbeddedOptions): Promise<Embedded> {
  const { store } = data
  const startedAt = clock.now()
  const node = settings.node_name
  const broker = createBroker({
    node,
    settings: toMqttSettings(settings),
    listeners: toListeners(settings, tls),
    store,
    clock,
    log,
  })
  const users = openUsers(store, settings['dashboard.default_username'])
  const defaultPassword = settings['dashboard.default_password']
  await users.createDefault(defaultPassword)
  const tokens = openTokens(store, users, clock, settings['dashboard.token_expired_time'])
  const sessions = createSessions(users, tokens, clock)
  const bans = openBans(store, clock, toBan)
  refuseBanned(broker.hooks, bans)

  const stats = createStats({ source: broker, clock, hooks: broker.hooks })
  const monitor = createMonitor({ store, clock, source: broker, startedAt, log })
  const facts = {
    node,
    version,
    edition: 'Opensource',
    startedAt,
    sysPath: installFolder,
    logPath: '/dev/stdout',
  } as const
  const nodeInfo = createNodeInfo({ facts, clock, source: broker })
  const sysTopics = createSysTopics({
    node,
    version,
    description: 'MQDeck',
    startedAt,
    clock,
    hooks: broker.hooks,
    publish: broker.publish,
    hasAudience: broker.hasAudience,
    source: broker,
    stats,
    log,
  })
  const parts = [stats, monitor, sysTopics]
  let running = false

  const services: Services = {
    broker,
    clock,
    version,
    users,
    tokens,
    sessions,
    bans,
    monitor,
    stats,
    nodeInfo,
    isRunning: () => running,
  }
  return {
    broker,
    handlers: toHandlers(services),
    verify: sessions.check,
    hasDefaultPassword: (await users.verify(users.defaultUsername, defaultPassword)) !== undefined,
    start: async () => {
      await broker.start()
      for (const part of parts) part.start()
      running = true
    },
    stop: async () => {
      running = false
      for (const part of parts.toReversed()) await part.stop()
      await broker.stop()
    },
  }
}

function toHandlers(services: Services): Handlers<Api, Call> {
  return {
    ...userHandlers(services),
    ...nodeHandlers(services),
    ...statsHandlers(services),
    ...metricsHandlers(services),
    ...monitorHandlers(services),
    ...clientHandlers(services),
    ...subscriptionHandlers(services),
    ...topicHandlers(services),
    ...publishHandlers(services),
    ...clusterHandlers(services),
    ...errorCodeHandlers(),
    ...bannedHandlers(services),
  }
}

const listenerTypes = ['tcp', 'ssl', 'ws', 'wss'] as const

function toListeners(settings: Settings, tls: TlsFiles | undefined): ListenerSettings[] {
  return listenerTypes
    .filter((type) => settings[`listeners.${type}.enable`])
    .map((type) => ({
      id: `${type}:default`,
      type,
      host: settings.bind,
      port: settings[`listeners.${type}.port`],
      maxConnections: Number.POSITIVE_INFINITY,
      mountpoint: undefined,
      enableAuthn: true,
      zone: 'default',
      ...(isSecure(type) && tls && { tls }),
    }))
}

const isSecure = (type: ListenerType) => type === 'ssl' || type === 'wss'
