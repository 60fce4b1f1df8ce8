import { noContent, ok } from '@mqdeck/contract'
import { filterNode, type HandlersOf, requireNode } from '../management.ts'
import type { Services } from '../services.ts'

export function nodeHandlers({ broker, nodeInfo, stats }: Services): HandlersOf<'nodes'> {
  return {
    listNodes: () => ok([{ ...nodeInfo() }]),
    getNode: ({ params }) => {
      requireNode(params.node, broker.node)
      return ok({ ...nodeInfo() })
    },
    getNodeStats: ({ params }) => {
      requireNode(params.node, broker.node)
      return ok(stats.read())
    },
    getNodeMetrics: ({ params }) => {
      requireNode(params.node, broker.node)
      return ok({ ...broker.metrics })
    },
  }
}

export function statsHandlers({ broker, stats }: Services): HandlersOf<'stats'> {
  return {
    getStats: ({ query }) => ok(query.aggregate ? stats.read() : [{ ...stats.read(), node: broker.node }]),
  }
}

export function metricsHandlers({ broker }: Services): HandlersOf<'metrics'> {
  return {
    getMetrics: ({ query }) => {
      filterNode(query.node, broker.node)
      return ok(query.aggregate ? { ...broker.metrics } : [{ ...broker.metrics, node: broker.node }])
    },
  }
}

export function monitorHandlers({ broker, monitor }: Services): HandlersOf<'monitor'> {
  return {
    getMonitor: ({ query }) => ok(monitor.series(query.latest).map((sample) => ({ ...sample }))),
    getOwnMonitor: ({ query }) => ok(monitor.ownSeries(query.latest).map((sample) => ({ ...sample }))),
    resetMonitor: async () => {
      await monitor.clear()
      return noContent
    },
    getNodeMonitor: ({ params, query }) => {
      requireNode(params.node, broker.node)
      return ok(monitor.nodeSeries(query.latest).map((sample) => ({ ...sample })))
    },
    getMonitorCurrent: () => ok({ ...monitor.current() }),
    getNodeMonitorCurrent: ({ params }) => {
      requireNode(params.node, broker.node)
      return ok({ ...monitor.nodeCurrent() })
    },
  }
}
