/** Address of one listener for clients. */
export interface ClientAddress {
  /** `tcp:default` */
  readonly id: string
  readonly type: string
  readonly host: string
  readonly port: number
  /** `mqtt://broker.example:1883`, `wss://broker.example:8084/mqtt` */
  readonly url: string
}

interface Bound {
  readonly id: string
  readonly type: string
  /** `:1883`, `127.0.0.1:1883`, `[::1]:1883`, `1883` */
  readonly bind: string | number
  /** For WebSocket listeners. */
  readonly path?: string | undefined
}

/** Clients of MQTT over QUIC use `mqtt-quic`; no scheme is registered. */
const schemes: Readonly<Record<string, string>> = {
  tcp: 'mqtt',
  ssl: 'mqtts',
  ws: 'ws',
  wss: 'wss',
  quic: 'mqtt-quic',
}

/** Default of EMQX. */
const defaultPath = '/mqtt'

/**
 * The address of a listener for clients on other machines. A listener bound to all addresses has the host of this
 * page. Undefined for unknown ports and new listener types.
 * @param pageHost `location.hostname`: an IPv6 address in brackets
 */
export function clientAddress({ id, type, bind, path }: Bound, pageHost: string): ClientAddress | undefined {
  const scheme = Object.hasOwn(schemes, type) ? schemes[type] : undefined
  const match = /^(?:(.*):)?(\d+)$/.exec(String(bind))
  const port = Number(match?.[2])
  if (scheme === undefined || !match || port === 0) return undefined
  const host = isEverywhere(match[1]) ? pageHost : (match[1] ?? pageHost)
  const isWeb = type === 'ws' || type === 'wss'
  const url = `${scheme}://${host}:${port}${isWeb ? (path ?? defaultPath) : ''}`
  return { id, type, host: host.replace(/^\[|\]$/g, ''), port, url }
}

const isEverywhere = (host: string | undefined) => host === undefined || ['', '0.0.0.0', '[::]', '*'].includes(host)

/** Commands to subscribe and publish once with the mosquitto tools, which support MQTT over TCP and TLS. */
export function firstCommands(address: ClientAddress): readonly [subscribe: string, publish: string] {
  return [`mosquitto_sub ${reach(address)} -i first-client -t 'hello/#' -v`, publishCommand(address, '-t hello/world')]
}

/** Command to publish once. `options` sets the topic and further options such as `-r` to retain. */
export function publishCommand(address: ClientAddress, options: string): string {
  return `mosquitto_pub ${reach(address)} ${options} -m 'it works'`
}

const reach = ({ host, port, type }: ClientAddress) =>
  `-h ${host} -p ${port}${type === 'ssl' ? ' --cafile ca.pem' : ''}`
