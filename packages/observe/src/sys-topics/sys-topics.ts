import type { Hooks, NewMessage } from '@mqdeck/broker'
import type { Clock, Log } from '@mqdeck/kit'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { publishClientEvents } from './client-events.ts'
import { defaultSysTopicsSettings, type SysTopicsSettings } from './settings.ts'

export interface SysTopicsOptions {
  readonly node: string
  readonly version: string
  /** Short description of the broker. */
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly clock: Clock
  readonly hooks: Pick<Hooks, 'on'>
  /** Implemented by `broker.publish`. */
  readonly publish: (message: NewMessage) => Promise<unknown>
  /** Implemented by `broker.hasAudience`. Payloads of client events are only created if there are subscribers. */
  readonly hasAudience?: (topic: string) => boolean
  /** Implemented by the broker. */
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
  /** Applies immediately and restarts the intervals. */
  update(settings: SysTopicsSettings): void
}

export function createSysTopics(options: SysTopicsOptions): SysTopics {
  const { node, clock, hooks, source, stats, hasAudience = () => true } = options
  let settings = options.settings ?? defaultSysTopicsSettings
  let removers: readonly (() => void)[] = []

  const send = createSender(options)
  const nodeTopic = (path: string) => `$SYS/brokers/${node}/${path}`
  const sendNumbers = (prefix: string, numbers: Readonly<Record<string, number>>) => {
    for (const [name, value] of Object.entries(numbers)) {
      send(nodeTopic(`${prefix}/${name.replaceAll('.', '/')}`), String(value))
    }
  }
  const sendIdentity = () => {
    send(nodeTopic('version'), options.version, { retain: true })
    send(nodeTopic('sysdescr'), options.description, { retain: true })
    send('$SYS/brokers', node, { retain: true })
  }
  const heartbeat = () => {
    send(nodeTopic('uptime'), String(clock.now() - options.startedAt))
    send(nodeTopic('datetime'), toLocalRfc3339(clock.now()))
  }
  const report = () => {
    sendIdentity()
    sendNumbers('stats', stats.read())
    sendNumbers('metrics', source.metrics)
  }

  const stop = () => {
    for (const remove of removers) remove()
    removers = []
  }
  const startPublishing = () => {
    stop()
    removers = [
      every(clock, settings.sys_heartbeat_interval, heartbeat),
      every(clock, settings.sys_msg_interval, report),
      publishClientEvents({
        hooks,
        switches: () => settings.sys_event_messages,
        now: clock.now,
        publishEvent: (event, { clientId }, payload) => {
          const topic = nodeTopic(`clients/${clientId}/${event}`)
          if (hasAudience(topic)) send(topic, JSON.stringify(payload()))
        },
      }),
    ]
  }

  return {
    start() {
      startPublishing()
      // Retained messages of an earlier version must not remain until the first interval has passed.
      sendIdentity()
    },
    stop,
    settings: () => settings,
    update(changed) {
      settings = changed
      if (removers.length > 0) startPublishing()
    },
  }
}

const noop = () => {}
const every = (clock: Clock, ms: number, call: () => void) => (Number.isFinite(ms) ? clock.every(ms, call) : noop)

/** Publishes with QoS 0 as the broker. Errors are only logged. */
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

/** `2026-11-21T10:00:00.123+08:00`: RFC 3339 in the time zone of the machine, as EMQX writes it. */
export function toLocalRfc3339(time: number): string {
  const offset = -new Date(time).getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, -1)
  const sign = offset < 0 ? '-' : '+'
  return `${local}${sign}${twoDigits(Math.floor(Math.abs(offset) / 60))}:${twoDigits(Math.abs(offset) % 60)}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
