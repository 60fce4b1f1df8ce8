import { join } from 'node:path'
import { noContent, ok } from '@mqdeck/contract'
import { createMonitor, createNodeInfo, createStats, type Monitor, type NodeInfo, type Stats } from '@mqdeck/observe'
import { installFolder } from '../../../install-folder.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { HandlersOf } from '../management.ts'
import { mqttFeaturesModule } from '../mqtt-features/module.ts'
import { type NodeOperation, total } from '../nodes.ts'
import { defineModule } from '../resource-module.ts'

/** Information about the nodes, and their statistics and counters with a history. */
export const metricsModule = defineModule({
  name: 'metrics',
  needs: { features: mqttFeaturesModule },
  create(context, { features: { delayed } }) {
    const { broker, nodes, store, clock, log, startedAt } = context
    const stats = createStats({ source: broker, clock, hooks: broker.hooks, delayed: () => delayed.count })
    const monitor = createMonitor({ store, clock, source: broker, startedAt, log })
    const readNodeInfo = openNodeInfo(context)
    const nodeInfo = nodes.operation(readNodeInfo)
    return {
      provides: { stats, nodeInfo, runtime: readNodeInfo().otp_release },
      handlers: { ...nodeHandlers(context, stats, nodeInfo), ...monitorHandlers(context, monitor) },
      start() {
        stats.start()
        monitor.start()
      },
      async stop() {
        await monitor.stop()
        stats.stop()
      },
    }
  },
})

const openNodeInfo = ({ node, version, startedAt, folder, broker, clock }: BrokerContext) =>
  createNodeInfo({
    facts: {
      node,
      version,
      edition: 'Opensource',
      startedAt,
      sysPath: installFolder,
      logPath: join(folder, 'log'),
    },
    clock,
    source: broker,
  })

function nodeHandlers(
  { broker, nodes }: BrokerContext,
  stats: Stats,
  nodeInfo: NodeOperation<[], NodeInfo>,
): HandlersOf<'nodes'> & HandlersOf<'stats'> & HandlersOf<'metrics'> {
  const statsOf = nodes.operation(stats.read)
  const metricsOf = nodes.operation(() => ({ ...broker.metrics }))
  return {
    listNodes: async () => ok((await nodeInfo.onAll()).map(({ answer }) => ({ ...answer }))),
    getNode: async ({ params }) => ok({ ...(await nodeInfo.on(params.node)) }),
    getNodeStats: async ({ params }) => ok(await statsOf.on(params.node)),
    getNodeMetrics: async ({ params }) => ok(await metricsOf.on(params.node)),
    getStats: async ({ query }) => {
      const all = await statsOf.onAll()
      return ok(query.aggregate ? total(all) : all.map(({ node, answer }) => ({ ...answer, node })))
    },
    getMetrics: async ({ query }) => {
      nodes.requireFilter(query.node)
      const all = await metricsOf.onAll()
      return ok(query.aggregate ? total(all) : all.map(({ node, answer }) => ({ ...answer, node })))
    },
  }
}

function monitorHandlers({ nodes }: BrokerContext, monitor: Monitor): HandlersOf<'monitor'> {
  const seriesOf = nodes.operation((latest: number | undefined) => monitor.nodeSeries(latest))
  const currentOf = nodes.operation(() => ({ ...monitor.nodeCurrent() }))
  return {
    getMonitor: ({ query }) => ok(monitor.series(query.latest).map((sample) => ({ ...sample }))),
    getOwnMonitor: ({ query }) => ok(monitor.ownSeries(query.latest).map((sample) => ({ ...sample }))),
    resetMonitor: async () => {
      await monitor.clear()
      return noContent
    },
    getNodeMonitor: async ({ params, query }) =>
      ok((await seriesOf.on(params.node, query.latest)).map((sample) => ({ ...sample }))),
    getMonitorCurrent: () => ok({ ...monitor.current() }),
    getNodeMonitorCurrent: async ({ params }) => ok(await currentOf.on(params.node)),
  }
}
