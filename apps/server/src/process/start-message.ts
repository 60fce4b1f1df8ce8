import type { Settings } from '../config/settings.ts'
import { isLoopback } from '../http/host-check.ts'
import type { RunningServer } from '../server.ts'

const protocols = {
  tcp: 'MQTT',
  ssl: 'MQTT over TLS',
  ws: 'MQTT over WebSocket, path /mqtt',
  wss: 'MQTT over secure WebSocket, path /mqtt',
} as const

export type StartedServer = Pick<RunningServer, 'ports' | 'dataFolder' | 'hasDefaultPassword'> & {
  readonly urls: Pick<RunningServer['urls'], 'dashboard'>
}

/** What the operator has to know now: where, who, and what stands open. */
export function startMessage(server: StartedServer, settings: Settings): string {
  return `
  MQDeck is running.

  Dashboard   ${server.urls.dashboard}
  First user  ${firstUser(server, settings)}

${ports(server)}

  ${reach(settings.bind)}
  No authenticator exists: anyone who reaches these ports may connect, publish and subscribe.
  Data is kept in ${server.dataFolder}

  Press Ctrl-C to stop.
`
}

function firstUser(server: StartedServer, settings: Settings): string {
  const name = settings['dashboard.default_username']
  if (!server.hasDefaultPassword) return `${name} (the password has been changed)`
  const password = settings['dashboard.default_password']
  // A password of one's own is not for the screen; the one everybody knows is.
  return password === 'public'
    ? `${name} / public  - the default password still stands: change it after signing in`
    : `${name}, with the password of the configuration`
}

function ports({ ports: numbers }: StartedServer): string {
  const lines = Object.entries(protocols).flatMap(([type, protocol]) => {
    const port = numbers[type as keyof typeof protocols] // a key of the literal above
    return port === undefined ? [] : [`  ${String(port).padEnd(10)}  ${protocol}`]
  })
  return [`  ${String(numbers.dashboard).padEnd(10)}  dashboard and management API (HTTP)`, ...lines].join('\n')
}

function reach(bind: string): string {
  if (isLoopback(bind)) {
    return `All ports listen on ${bind}: only this machine reaches them. MQDECK_BIND=0.0.0.0 opens them.`
  }
  const where = bind === '0.0.0.0' || bind === '::' ? 'every address of this machine' : bind
  return `All ports listen on ${where}: OPEN to whoever reaches it over the network.`
}
