import { AppError, noContent, ok, type UpgradeStatus } from '@mqdeck/contract'
import { type HandlersOf, requireNode } from '../management.ts'
import type { Services } from '../services.ts'

const missing = 'No relup package is installed'

/** The state of a node that has no package for a hot upgrade, and cannot get one. */
export function relupHandlers({ broker, nodeInfo }: Services): HandlersOf<'relup'> {
  const status = (): UpgradeStatus => {
    const { node, role, version, live_connections } = nodeInfo()
    return { node, role, current_vsn: version, live_connections, status: 'idle', upgrade_history: [] }
  }
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
    listUpgradeStates: () => ok([status()]),
    getUpgradeState: ({ params }) => {
      requireNode(params.node, broker.node)
      return ok(status())
    },
    upgradeCluster: upgrade,
    upgradeNode: ({ params }) => {
      requireNode(params.node, broker.node)
      return upgrade()
    },
  }
}
