import type { BrokerStats, Hooks, RunHooks, RunPoint } from '@mqdeck/broker'

const noStats: BrokerStats = {
  connections: 0,
  liveConnections: 0,
  sessions: 0,
  topics: 0,
  suboptions: 0,
  subscribers: 0,
  subscriptions: 0,
  sharedSubscriptions: 0,
  retained: 0,
}

/** A broker with statistics and metrics set by the test. */
export function createFakeBroker() {
  let stats = noStats
  const metrics: Record<string, number> = {}
  return {
    metrics,
    stats: () => stats,
    count(name: string, by = 1) {
      metrics[name] = (metrics[name] ?? 0) + by
    },
    setStats(changes: Partial<BrokerStats>) {
      stats = { ...stats, ...changes }
    },
  }
}

/** Hooks that a test can run. */
export function createFakeHooks() {
  const handlers = new Map<RunPoint, Set<unknown>>()
  const on: Hooks['on'] = (point, handler) => {
    const pointHandlers = handlers.get(point) ?? new Set()
    handlers.set(point, pointHandlers.add(handler))
    return () => pointHandlers.delete(handler)
  }
  return {
    on,
    run<P extends RunPoint>(point: P, ...args: Parameters<RunHooks[P]>) {
      for (const handler of handlers.get(point) ?? []) {
        const call = handler as (...given: Parameters<RunHooks[P]>) => void // safe: stored under its own point
        call(...args)
      }
    },
  }
}
