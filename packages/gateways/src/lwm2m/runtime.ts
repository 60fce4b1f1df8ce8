import type { GatewayRuntime, Lwm2mGateway } from '../port.ts'
import { Gateway } from './gateway.ts'
import type { Lwm2mSettings } from './manifest.ts'
import { coreObjects, type ObjectDefinitions } from './objects.ts'
import { Peer } from './peer.ts'
import { readObjects } from './xml-objects.ts'

export const runtime: GatewayRuntime<Lwm2mSettings, Lwm2mGateway> = {
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
      lookup: (at) => gateway.lookup(at),
      read: (at) => gateway.read(at),
      write: (at) => gateway.write(at),
      observe: (at) => gateway.observe(at),
    }
  },
}
