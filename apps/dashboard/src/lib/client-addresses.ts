/** Where clients connect to one listener. */
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
  /** Of WebSocket listeners. */
  readonly path?: string | undefined
}

/** `mqtt-quic` is what clients of MQTT over QUIC write; there is no registered name. */
const schemes: Readonly<Record<string, string>> = {
  tcp: 'mqtt',
  ssl: 'mqtts',
  ws: 'ws',
  wss: 'wss',
  quic: 'mqtt-quic',
}

/** EMQX's, where nothing else is set. */
const defaultPath = '/mqtt'

/**
 * The address of a listener for clients elsewhere. One that listens on every address of its machine is reached like this
 * page. Undefined when the port is not known, or the type is new.
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

/** What to type into a terminal to subscribe and publish once: the mosquitto tools, which speak MQTT over TCP and TLS. */
export function firstCommands(address: ClientAddress): readonly [subscribe: string, publish: string] {
  return [`mosquitto_sub ${reach(address)} -i first-client -t 'hello/#' -v`, publishCommand(address, '-t hello/world')]
}

/** To publish once. `options` name the topic, and what else is wanted: `-r` to retain. */
export function publishCommand(address: ClientAddress, options: string): string {
  return `mosquitto_pub ${reach(address)} ${options} -m 'it works'`
}

const reach = ({ host, port, type }: ClientAddress) =>
  `-h ${host} -p ${port}${type === 'ssl' ? ' --cafile ca.pem' : ''}`
