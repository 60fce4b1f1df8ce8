import type { ListenerView } from '@mqdeck/broker'
import { isLoopback } from '@mqdeck/kit'
import type { RunningServer } from '../server.ts'
import { securityProfile } from '../start-options/security-profile.ts'
import type { Settings } from '../start-options/start-options.ts'

const protocols = {
  tcp: 'MQTT',
  ssl: 'MQTT over TLS',
  ws: 'MQTT over WebSocket',
  wss: 'MQTT over secure WebSocket',
  quic: 'MQTT over QUIC',
} as const

/** The fields of a listener in the start message. */
export type StartedListener = Pick<ListenerView, 'id' | 'type' | 'name' | 'bind' | 'boundPort' | 'running'> & {
  readonly websocket?: { readonly mqtt_path: string }
}

export type StartedServer = Pick<RunningServer, 'dashboardHost' | 'dataFolder' | 'failures' | 'hasDefaultPassword'> & {
  readonly urls: Pick<RunningServer['urls'], 'dashboard'>
  readonly broker: { listeners(): readonly StartedListener[] }
}

/** Start message: addresses, sign-in, and open listeners. */
export function startMessage(server: StartedServer, settings: Settings): string {
  const listeners = server.broker.listeners().filter(({ running }) => running)
  return `
  MQDeck is running.

  Dashboard   ${server.urls.dashboard}${more(settings)}
  First user  ${firstUser(server, settings)}

${ports(listeners)}${notStarted(server)}

  ${reach(server, listeners)}
  ${profileText[securityProfile(settings)]}
  Data is stored in ${server.dataFolder}

  Press Ctrl-C to stop.
`
}

const profileText = {
  open: 'Security profile open: without an authenticator, anyone who can reach these ports can connect, publish and subscribe.',
  hardened: 'Security profile hardened: clients are rejected until an authenticator is created.',
} as const

/** Clusters with their own dashboard. */
const more = ({ clusters, base_path }: Settings) =>
  clusters.map(({ name }) => `\n              ${base_path}/@${name}/`).join('')

function firstUser(server: StartedServer, settings: Settings): string {
  const name = settings['dashboard.default_username']
  if (!server.hasDefaultPassword) return `${name} (the password has been changed)`
  const password = settings['dashboard.default_password']
  if (password === 'public' && securityProfile(settings) === 'hardened')
    return `${name}  - set a password before the first sign-in: stop the server and run mqdeck reset-password ${name}`
  // Only the default password is shown.
  return password === 'public'
    ? `${name} / public  - this is the default password: change it after signing in`
    : `${name}, with the configured password`
}

function ports(listeners: readonly StartedListener[]): string {
  const rows = listeners.map((one) => [toAddress(one), toProtocol(one)] as const)
  const width = Math.max(10, ...rows.map(([address]) => address.length))
  return rows.map(([address, protocol]) => `  ${address.padEnd(width)}  ${protocol}`).join('\n')
}

const notStarted = ({ failures }: StartedServer) =>
  failures.map(({ part, reason }) => `\n  NOT STARTED: ${part}, ${reason}`).join('')

const toAddress = ({ bind: { host = '*' }, boundPort }: StartedListener): string =>
  `${host.includes(':') ? `[${host}]` : host}:${boundPort}`

function toProtocol({ id, type, name, websocket }: StartedListener): string {
  const path = websocket ? `, path ${websocket.mqtt_path}` : ''
  return `${protocols[type]}${path}${name === 'default' ? '' : ` (${id})`}`
}

function reach({ dashboardHost }: StartedServer, listeners: readonly StartedListener[]): string {
  const hosts = [...new Set([dashboardHost, ...listeners.map(({ bind }) => bind.host ?? everywhere)])]
  const open = hosts.filter((host) => !isLoopback(host))
  if (open.length === 0)
    return `All ports listen on ${hosts.join(', ')}: only this machine can reach them. Set MQDECK_BIND=0.0.0.0 to open them.`
  const where = open.some(isEverywhere) ? 'every address of this machine' : open.join(', ')
  return `Ports listen on ${where}: OPEN to everyone who can reach them over the network.`
}

const everywhere = '0.0.0.0'
const isEverywhere = (host: string) => host === everywhere || host === '::'
