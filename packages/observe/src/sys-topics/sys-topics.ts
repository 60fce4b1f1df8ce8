import type { Hooks, NewMessage } from '@mqdeck/broker'
import type { Clock, Log } from '@mqdeck/kit'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { watchClients } from './client-events.ts'
import { toLocalRfc3339 } from './datetime.ts'
import { defaultSysTopicsSettings, type SysTopicsSettings } from './settings.ts'

export interface SysTopicsOptions {
  readonly node: string
  readonly version: string
  /** What the broker is, in a word or two. */
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly clock: Clock
  readonly hooks: Pick<Hooks, 'on'>
  /** `broker.publish` fits it. */
  readonly publish: (message: NewMessage) => Promise<unknown>
  /** `broker.hasAudience` fits it: what happens to clients is not even put into words when nobody would notice. */
  readonly hasAudience?: (topic: string) => boolean
  /** The broker fits it. */
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly settings?: SysTopicsSettings
  readonly log: Log
}

/** Publishes `$SYS/brokers/...` as EMQX 5.8 does. */
export interface SysTopics {
  start(): void
  stop(): void
  settings(): SysTopicsSettings
  /** In force at once: the intervals begin anew. */
  update(settings: SysTopicsSettings): void
}

export function createSysTopics(options: SysTopicsOptions): SysTopics {
  const { node, clock, hooks, source, stats, hasAudience = () => true } = options
  let settings = options.settings ?? defaultSysTopicsSettings
  let ends: readonly (() => void)[] = []

  const send = createSender(options)
  const ofNode = (path: string) => `$SYS/brokers/${node}/${path}`
  const sendNumbers = (prefix: string, numbers: Readonly<Record<string, number>>) => {
    for (const [name, value] of Object.entries(numbers)) {
      send(ofNode(`${prefix}/${name.replaceAll('.', '/')}`), String(value))
    }
  }
  const sendIdentity = () => {
    send(ofNode('version'), options.version, { retain: true })
    send(ofNode('sysdescr'), options.description, { retain: true })
    send('$SYS/brokers', node, { retain: true })
  }
  const heartbeat = () => {
    send(ofNode('uptime'), String(clock.now() - options.startedAt))
    send(ofNode('datetime'), toLocalRfc3339(clock.now()))
  }
  const report = () => {
    sendIdentity()
    sendNumbers('stats', stats.read())
    sendNumbers('metrics', source.metrics)
  }

  const stop = () => {
    for (const end of ends) end()
    ends = []
  }
  const begin = () => {
    stop()
    ends = [
      every(clock, settings.sys_heartbeat_interval, heartbeat),
      every(clock, settings.sys_msg_interval, report),
      watchClients({
        hooks,
        switches: () => settings.sys_event_messages,
        now: clock.now,
        tell: (event, { clientId }, payload) => {
          const topic = ofNode(`clients/${clientId}/${event}`)
          if (hasAudience(topic)) send(topic, JSON.stringify(payload()))
        },
      }),
    ]
  }

  return {
    start() {
      begin()
      // Retained, and perhaps of an earlier version: not to be left standing until the first interval has passed.
      sendIdentity()
    },
    stop,
    settings: () => settings,
    update(changed) {
      settings = changed
      if (ends.length > 0) begin()
    },
  }
}

const never = () => {}
const every = (clock: Clock, ms: number, call: () => void) => (Number.isFinite(ms) ? clock.every(ms, call) : never)

/** Sends at QoS 0 in the broker's own name. Nobody waits for it, so a refusal can only be logged. */
function createSender({ publish, log }: Pick<SysTopicsOptions, 'publish' | 'log'>) {
  const from = { clientId: 'emqx_sys', username: undefined, peername: undefined, protocol: 'sys' }
  return async (topic: string, text: string, { retain = false } = {}) => {
    try {
      await publish({ topic, payload: Buffer.from(text), qos: 0, retain, from })
    } catch (error) {
      log.warn({ error, topic }, 'sys_message_publish_failed')
    }
  }
}
