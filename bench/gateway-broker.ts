import { struct, toPlain } from '@mqdeck/contract'
import { createGateways } from '@mqdeck/gateways'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { silentLog, systemClock } from '@mqdeck/kit'
import { startEmbedded } from '@mqdeck/testkit'

/** Names of the gateways that are measured. */
export type MeasuredGateway = 'stomp' | 'mqttsn' | 'coap'
/** By protocol, as printed on the first line of the process. */
export type GatewayPortNumbers = Readonly<Record<MeasuredGateway | 'mqtt', number>>

const { broker, endpoint } = await startEmbedded()
const gateways = createGateways({
  broker,
  clock: systemClock,
  log: silentLog,
  authenticate: () => ({ result: 'ignore' }),
})

async function load(name: MeasuredGateway, changes: object = {}): Promise<number> {
  const manifest = gatewayManifests.find((one) => one.name === name)
  if (!manifest) throw new Error(`there is no gateway ${name}`)
  const own = struct(`bench.${name}`, manifest.fields)
  const settings = { ...toPlain(own, own.schema.parse(changes)), enable: true, enable_stats: true }
  const listener = {
    type: manifest.defaultListener.type,
    name: 'default',
    enable: true,
    bind: { host: '127.0.0.1', port: 0 },
    max_connections: 100_000,
    max_conn_rate: undefined,
    access_rules: [],
    enable_authn: true,
  } as const
  // Idle clients must stay.
  const gateway = await gateways.load(name, { ...settings, idle_timeout: 3_600_000, mountpoint: '' }, [listener])
  return gateway.listeners[0]?.boundPort ?? 0
}

const ports: GatewayPortNumbers = {
  mqtt: endpoint().port,
  stomp: await load('stomp'),
  mqttsn: await load('mqttsn'),
  coap: await load('coap', { heartbeat: '1h' }),
}
process.on('SIGTERM', () => process.exit())
console.log(JSON.stringify(ports))
