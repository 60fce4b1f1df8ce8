import type { GatewayRuntime } from '../port.ts'
import { broadcastAddresses } from './broadcast-addresses.ts'
import { encodePacket } from './encode.ts'
import { Gateway } from './gateway.ts'
import { type MqttSnSettings, mqttsn } from './manifest.ts'
import { Peer } from './peer.ts'

/** T_ADV of MQTT-SN 1.2, 7.2. */
const advertiseSeconds = 15 * 60
/** Listeners are bound after the start. */
const firstAdvertiseMs = 1000

export const runtime: GatewayRuntime<MqttSnSettings> = {
  start(context) {
    const gateway = new Gateway(context)
    let cancel = () => {}

    const advertise = () => {
      const { broadcast, gateway_id: gatewayId } = context.settings()
      if (!broadcast) return
      const packet = encodePacket({ type: 'advertise', gatewayId, duration: advertiseSeconds })
      for (const address of broadcastAddresses()) context.broadcast(packet, address, mqttsn.defaultListener.port)
      context.count('packets.advertise.sent')
      advertiseAfter(advertiseSeconds * 1000)
    }
    const advertiseAfter = (ms: number) => {
      cancel()
      cancel = context.settings().broadcast ? context.clock.after(ms, advertise) : () => {}
    }

    advertiseAfter(firstAdvertiseMs)
    return {
      accept: (channel) => new Peer(gateway, channel),
      settingsChanged() {
        gateway.readPredefined()
        advertiseAfter(firstAdvertiseMs)
      },
      stop: () => cancel(),
    }
  },
}
