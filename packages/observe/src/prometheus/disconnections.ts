import type { Hooks } from '@mqdeck/broker'
import { type Family, listenerLabels, type MetricSample } from './exposition.ts'

/** Counts disconnections by listener and reason. */
export interface Disconnections {
  start(): void
  stop(): void
  family(): Family
}

/** Maximum number of counters. Further reasons, which only hooks can create, are counted as `other`. */
const maxCounters = 1000

export function createDisconnections(hooks: Pick<Hooks, 'on'>): Disconnections {
  const counts = new Map<string, { readonly listener: string; readonly reason: string; count: number }>()
  let unsubscribe = () => {}

  const count = (listener: string, reason: string) => {
    const key = `${listener} ${reason}`
    const found = counts.get(key)
    if (found) found.count += 1
    else if (counts.size < maxCounters || reason === 'other') counts.set(key, { listener, reason, count: 1 })
    else count(listener, 'other')
  }
  const toSample = ({
    listener,
    reason,
    count: value,
  }: {
    listener: string
    reason: string
    count: number
  }): MetricSample => ({ labels: { ...listenerLabels(listener), reason }, value })

  return {
    start() {
      unsubscribe()
      unsubscribe = hooks.on('client.disconnected', ({ listener }, reason) => count(listener, reason))
    },
    stop: () => unsubscribe(),
    family: () => ({
      name: 'emqx_client_disconnected_reason',
      type: 'counter',
      samples: [...counts.values()].map(toSample),
    }),
  }
}
