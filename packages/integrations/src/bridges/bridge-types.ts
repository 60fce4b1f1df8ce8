import { integrationManifests } from '../catalog.ts'
import { mqttBridge } from '../mqtt/bridge.ts'
import { flatBridge } from './flat-bridge.ts'
import type { BridgeType } from './port.ts'

export { type Bridge, type BridgeType, omit, type Settings } from './port.ts'

/** The types that have bridges. */
export const bridgeTypes: readonly BridgeType[] = [
  ...integrationManifests.flatMap(({ type, bridges = [] }) => bridges.map((bridge) => flatBridge(type, bridge))),
  // Its bridges are an action or a source.
  mqttBridge,
]

/** Component schemas for the OpenAPI document. */
export const bridgePlugs = () => ({
  bridge_post: bridgeTypes.map(({ structs }) => structs.post.schema),
  bridge_put: bridgeTypes.map(({ structs }) => structs.put.schema),
  bridge: bridgeTypes.map(({ structs }) => structs.get.schema),
})
