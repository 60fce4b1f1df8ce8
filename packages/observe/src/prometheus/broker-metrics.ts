import type { StatsView } from '../stats/stat-names.ts'
import type { Family } from './exposition.ts'
import type { Section } from './report.ts'

type Metrics = Readonly<Record<string, number>>

/** Gauges of the node. EMQX also exports the maximum of each. */
const nodeStats = [
  'connections',
  'live_connections',
  'sessions',
  'channels',
  'suboptions',
  'subscribers',
  'subscriptions',
  'delayed',
  'cluster_sessions',
] as const
const clusterStats = ['topics', 'retained', 'subscriptions.shared'] as const

/** Counters by section of `/prometheus/stats`. */
const counters = {
  packets: [
    'bytes.received',
    'bytes.sent',
    'packets.received',
    'packets.sent',
    'packets.connect.received',
    'packets.connack.sent',
    'packets.connack.error',
    'packets.connack.auth_error',
    'packets.subscribe.received',
    'packets.subscribe.auth_error',
    'packets.subscribe.error',
    'packets.suback.sent',
    'packets.unsubscribe.received',
    'packets.unsubscribe.error',
    'packets.unsuback.sent',
    'packets.publish.received',
    'packets.publish.sent',
    'packets.publish.inuse',
    'packets.publish.error',
    'packets.publish.auth_error',
    'packets.publish.dropped',
    'packets.puback.received',
    'packets.puback.sent',
    'packets.puback.inuse',
    'packets.puback.missed',
    'packets.pubrec.received',
    'packets.pubrec.sent',
    'packets.pubrec.inuse',
    'packets.pubrec.missed',
    'packets.pubrel.received',
    'packets.pubrel.sent',
    'packets.pubrel.missed',
    'packets.pubcomp.received',
    'packets.pubcomp.sent',
    'packets.pubcomp.inuse',
    'packets.pubcomp.missed',
    'packets.pingreq.received',
    'packets.pingresp.sent',
    'packets.disconnect.received',
    'packets.disconnect.sent',
    'packets.auth.received',
    'packets.auth.sent',
  ],
  messages: [
    'messages.received',
    'messages.sent',
    'messages.qos0.received',
    'messages.qos0.sent',
    'messages.qos1.received',
    'messages.qos1.sent',
    'messages.qos2.received',
    'messages.qos2.sent',
    'messages.publish',
    'messages.dropped',
    'messages.dropped.await_pubrel_timeout',
    'messages.dropped.no_subscribers',
    'messages.forward',
    'messages.delayed',
    'messages.delivered',
    'messages.acked',
  ],
  delivery: [
    'delivery.dropped',
    'delivery.dropped.no_local',
    'delivery.dropped.too_large',
    'delivery.dropped.qos0_msg',
    'delivery.dropped.queue_full',
    'delivery.dropped.expired',
  ],
  client: [
    'client.connect',
    'client.connack',
    'client.connected',
    'client.authenticate',
    'client.auth.anonymous',
    'client.authorize',
    'client.subscribe',
    'client.unsubscribe',
    'client.disconnected',
  ],
  session: ['session.created', 'session.resumed', 'session.takenover', 'session.discarded', 'session.terminated'],
  acl: [
    'authorization.allow',
    'authorization.deny',
    'authorization.cache_hit',
    'authorization.cache_miss',
    'authorization.superuser',
    'authorization.nomatch',
    'authorization.matched.allow',
    'authorization.matched.deny',
  ],
  authn: ['authentication.success', 'authentication.success.anonymous', 'authentication.failure'],
} as const

/** Counters with another name in Prometheus than in `/metrics`. */
const exportedNames: Readonly<Record<string, string>> = {
  'packets.connect.received': 'emqx_packets_connect',
  'messages.dropped.await_pubrel_timeout': 'emqx_messages_dropped_expired',
}

export const toStatsSections = (stats: StatsView): readonly Section[] => [
  { key: 'stats', scope: 'node', shape: 'one', families: nodeStats.flatMap((name) => statFamilies(name, stats)) },
  { key: 'stats', scope: 'cluster', shape: 'one', families: clusterStats.flatMap((name) => statFamilies(name, stats)) },
]

/** @param additional families of sections with more than counters */
export const toCounterSections = (
  metrics: Metrics,
  additional: Readonly<Partial<Record<keyof typeof counters, readonly Family[]>>>,
): readonly Section[] =>
  Object.entries(counters).map(([key, names]) => {
    const further = Object.entries(additional).find(([section]) => section === key)?.[1] ?? []
    return {
      key,
      scope: 'node',
      shape: 'one',
      families: [...names.map((name) => counterFamily(name, metrics)), ...further],
    }
  })

const statFamilies = (name: (typeof nodeStats | typeof clusterStats)[number], stats: StatsView): readonly Family[] =>
  (['count', 'max'] as const).map((which) => ({
    name: `emqx_${toName(name)}_${which}`,
    type: 'gauge',
    samples: [{ value: stats[`${name}.${which}`] }],
  }))

const counterFamily = (name: string, metrics: Metrics): Family => ({
  name: exportedNames[name] ?? `emqx_${toName(name)}`,
  type: 'counter',
  samples: [{ value: metrics[name] ?? 0 }],
})

const toName = (name: string) => name.replaceAll('.', '_')
