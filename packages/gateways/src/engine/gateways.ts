import type { GatewayApis } from '../apis.ts'
import { gatewayManifests } from '../catalog.ts'
import type { GatewayRuntime } from '../port.ts'
import { createGateway, type Gateway, type GatewayPorts, type GatewaySettings } from './gateway.ts'
import type { GatewayListenerSettings } from './listener-settings.ts'

/** The gateways of a broker. */
export interface Gateways {
  /** Those that are configured, running or not. */
  all(): readonly Gateway[]
  get(name: string): Gateway | undefined
  /** The functions that only this gateway has. Undefined while it is not running. */
  api<Name extends keyof GatewayApis>(name: Name): GatewayApis[Name] | undefined
  /** Starts it unless it is disabled. Rejects if it cannot start; it is not kept then, except with `keep`. */
  load(
    name: string,
    settings: GatewaySettings,
    listeners: readonly GatewayListenerSettings[],
    options?: { readonly keep?: boolean },
  ): Promise<Gateway>
  unload(name: string): Promise<void>
  stop(): Promise<void>
}

export function createGateways(ports: GatewayPorts): Gateways {
  const gateways = new Map<string, Gateway>()
  return {
    all: () => [...gateways.values()],
    get: (name) => gateways.get(name),
    api: (name) => gateways.get(name)?.running?.api as never, // the runtime of this name offers it
    load: async (name, settings, listeners, { keep = false } = {}) => {
      const manifest = gatewayManifests.find((one) => one.name === name)
      if (!manifest) throw new TypeError(`there is no gateway ${name}`)
      const gateway = createGateway(manifest, await runtimeOf(name), settings, listeners, ports)
      if (keep) gateways.set(name, gateway)
      if (settings.enable) await gateway.start()
      gateways.set(name, gateway)
      return gateway
    },
    unload: async (name) => {
      await gateways.get(name)?.stop()
      gateways.delete(name)
    },
    stop: async () => {
      await Promise.all([...gateways.values()].map((gateway) => gateway.stop()))
    },
  }
}

async function runtimeOf(name: string): Promise<GatewayRuntime<never>> {
  const { runtime } = await import(`../${name}/runtime.ts`)
  return runtime
}
