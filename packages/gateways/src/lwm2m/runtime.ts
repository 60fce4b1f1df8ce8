import { Peer } from '../coap-stack/peer.ts'
import type { GatewayRuntime, GatewayWithApi } from '../port.ts'
import type { Lwm2mApi } from './api.ts'
import { Gateway } from './gateway.ts'
import type { Lwm2mSettings } from './manifest.ts'
import { coreObjects, type ObjectDefinitions } from './objects.ts'
import { readObjects } from './xml-objects.ts'

export const runtime: GatewayRuntime<Lwm2mSettings, GatewayWithApi<Lwm2mApi>> = {
  async start(context) {
    let objects: ObjectDefinitions = coreObjects
    const load = async () => {
      const more = await readObjects(context.settings().xml_dir, context.log)
      objects = new Map([...coreObjects, ...more])
    }
    await load()
    const gateway = new Gateway(context, () => objects)
    return {
      accept: (channel) => new Peer(gateway, channel),
      settingsChanged: load,
      stop: () => gateway.stop(),
      api: gateway,
    }
  },
}
