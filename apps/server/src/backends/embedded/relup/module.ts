import { AppError, noContent, ok, type UpgradeStatus } from '@mqdeck/contract'
import type { NodeInfo } from '@mqdeck/observe'
import type { HandlersOf } from '../management.ts'
import { metricsModule } from '../metrics/module.ts'
import type { NodeOperation, Nodes } from '../nodes.ts'
import { defineModule } from '../resource-module.ts'

const missing = 'No relup package is installed'

/** The state of a node that has no package for a hot upgrade, and cannot get one. */
function relupHandlers(nodes: Nodes, nodeInfo: NodeOperation<[], NodeInfo>): HandlersOf<'relup'> {
  const toStatus = ({ node, role, version, live_connections }: NodeInfo): UpgradeStatus => ({
    node,
    role,
    current_vsn: version,
    live_connections,
    status: 'idle',
    upgrade_history: [],
  })
  const upgrade = () => {
    throw new AppError('BAD_REQUEST', missing)
  }
  return {
    uploadUpgradePackage: async (_, call) => {
      const { filename } = await call.upload()
      if (!/^emqx_relup-[\d.]+\.tar\.gz$/.test(filename))
        throw new AppError('BAD_REQUEST', `Invalid relup package name: ${filename.slice(0, 200)}`)
      throw new AppError(
        'BAD_REQUEST',
        'This broker cannot be upgraded while it runs. Install the new version of MQDeck and restart it.',
      )
    },
    getUpgradePackage: () => {
      throw new AppError('NOT_FOUND', missing)
    },
    deleteUpgradePackage: () => noContent,
    listUpgradeStates: async () => ok((await nodeInfo.onAll()).map(({ answer }) => toStatus(answer))),
    getUpgradeState: async ({ params }) => ok(toStatus(await nodeInfo.on(params.node))),
    upgradeCluster: upgrade,
    upgradeNode: ({ params }) => {
      nodes.require(params.node)
      return upgrade()
    },
  }
}

export const relupModule = defineModule({
  name: 'relup',
  needs: { metrics: metricsModule },
  create: ({ nodes }, { metrics: { nodeInfo } }) => ({ handlers: relupHandlers(nodes, nodeInfo) }),
})
