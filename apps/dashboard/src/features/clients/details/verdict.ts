import type { Client, TimelineEntry } from '@mqdeck/contract'
import { limitOf } from '../client-values.ts'

/** Per second. `confirmed`: sent with QoS 1 or 2, so that they are acknowledged. */
export interface ClientRates {
  readonly received: number
  readonly sent: number
  readonly dropped: number
  readonly confirmed: number
}

/** A fact behind the verdict, most important first. */
export type Finding =
  | { readonly kind: 'queueFull' | 'queued'; readonly count: number; readonly limit: number | undefined }
  | { readonly kind: 'inflightFull'; readonly count: number; readonly limit: number }
  | { readonly kind: 'dropping'; readonly rate: number }
  | { readonly kind: 'flapping' | 'denied'; readonly count: number }

/** The rate that the inflight window and the acknowledgements allow, while the window is full. */
interface Capacity {
  readonly receiveMaximum: number
  /** Mean time until a message is acknowledged, in milliseconds; undefined without an acknowledgement. */
  readonly ackMs: number | undefined
  /** Messages per second. */
  readonly possible: number
  readonly arriving: number
}

export interface Verdict {
  readonly summary: 'keepsUp' | 'cannotKeepUp' | 'offline' | 'offlineFull' | 'offlineQueue' | 'flapping' | 'denied'
  readonly tone: 'accent' | 'amber' | 'red' | 'grey'
  readonly findings: readonly Finding[]
  readonly capacity: Capacity | undefined
}

/** Milliseconds in which connections and denials count as frequent, and from how many on. */
const recentMs = 600_000
const manyConnects = 5
const manyDenials = 5
const fullQueue = 0.9

interface ClientState {
  readonly client: Pick<Client, 'connected' | 'mqueue_len' | 'mqueue_max' | 'inflight_cnt' | 'inflight_max'>
  /** Undefined until there are two samples. */
  readonly rates: ClientRates | undefined
  /** Empty if the broker does not record events. */
  readonly events: readonly TimelineEntry[]
  /** By the clock of the events, in milliseconds. */
  readonly now: number
}

/** Whether a client receives its messages as fast as they arrive, or the reason why not. */
export function verdictOf({ client, rates, events, now }: ClientState): Verdict {
  const queueMax = limitOf(client.mqueue_max)
  const inflightMax = limitOf(client.inflight_max)
  const isQueueFull = queueMax !== undefined && client.mqueue_len >= queueMax * fullQueue
  const isInflightFull = client.connected && inflightMax !== undefined && client.inflight_cnt >= inflightMax
  const dropping = rates?.dropped ?? 0
  const recent = events.filter(({ at, last_at = at }) => last_at >= now - recentMs)
  const connects = recent.filter(({ event }) => event === 'connected').length
  const denials = recent.reduce((sum, { event, count = 1 }) => sum + (event === 'denied' ? count : 0), 0)

  const findings: Finding[] = []
  if (client.mqueue_len > 0)
    findings.push({ kind: isQueueFull ? 'queueFull' : 'queued', count: client.mqueue_len, limit: queueMax })
  if (isInflightFull) findings.push({ kind: 'inflightFull', count: client.inflight_cnt, limit: inflightMax })
  if (dropping > 0) findings.push({ kind: 'dropping', rate: dropping })
  if (connects >= manyConnects) findings.push({ kind: 'flapping', count: connects })
  if (denials >= manyDenials) findings.push({ kind: 'denied', count: denials })

  const capacity = isInflightFull && client.mqueue_len > 0 && rates ? capacityOf(inflightMax, rates) : undefined
  const verdict = (summary: Verdict['summary'], tone: Verdict['tone']) => ({ summary, tone, findings, capacity })
  if (!client.connected) {
    if (isQueueFull) return verdict('offlineFull', 'red')
    if (connects >= manyConnects) return verdict('flapping', 'amber')
    return client.mqueue_len > 0 ? verdict('offlineQueue', 'amber') : verdict('offline', 'grey')
  }
  if (isQueueFull || dropping > 0) return verdict('cannotKeepUp', 'red')
  if (isInflightFull && client.mqueue_len > 0) return verdict('cannotKeepUp', 'amber')
  if (connects >= manyConnects) return verdict('flapping', 'amber')
  if (denials >= manyDenials) return verdict('denied', 'amber')
  return verdict('keepsUp', 'accent')
}

/** While the window is full, each acknowledgement sends the next message: mean time = window / rate (Little's law). */
function capacityOf(window: number, { sent, confirmed, dropped }: ClientRates): Capacity {
  return {
    receiveMaximum: window,
    ackMs: confirmed > 0 ? (window / confirmed) * 1000 : undefined,
    possible: confirmed,
    arriving: sent + dropped,
  }
}
