import type { ListenerPlain } from '@mqdeck/contract'

/**
 * One listener: what the contract declares in `roots/listeners.ts`, in plain units. Certificates and keys are paths or PEM
 * texts. Port 0 takes a free one.
 *
 * A change of `bind` or of `tcp_options.backlog` opens the port again. That disconnects the clients of tcp, ssl and quic, and
 * not those of ws and wss, as on EMQX. Everything else applies immediately without disconnecting clients: rates for the clients that are connected, too; the other limits, rules,
 * authentication, certificates, zone, mountpoint, options of TCP, TLS and WebSocket for those to come.
 */
export type ListenerSettings = ListenerPlain

export type ListenerRefusal =
  | 'access_rules'
  | 'max_conn_rate'
  | 'max_connections'
  | 'proxy_protocol'
  | 'tls'
  | 'websocket'

export type ListenerView = ListenerSettings & {
  /** `tcp:default` */
  readonly id: string
  readonly running: boolean
  /** The port in use, also where the settings say 0; 0 while it is not running. */
  readonly boundPort: number
  readonly currentConnections: number
  /** Connections that were closed before they could say CONNECT, since the process started. */
  readonly refused: Readonly<Record<ListenerRefusal, number>>
}

/** What the connections of a listener know of it. It changes while they live, so nothing of it is kept. */
export interface ListenerContext {
  readonly id: string
  /** The one in use. */
  port: number
  settings: ListenerSettings
}

/** What decides whether settings can be exchanged behind the open door. */
export const needsNewSocket = (before: ListenerSettings, next: ListenerSettings): boolean =>
  before.bind.host !== next.bind.host || before.bind.port !== next.bind.port || backlogOf(before) !== backlogOf(next)

/** Whether connections outlive another port, as with EMQX's HTTP server. */
export const keepsClients = ({ type }: ListenerSettings): boolean => type === 'ws' || type === 'wss'

export const backlogOf = (settings: ListenerSettings): number =>
  settings.type === 'quic' ? 0 : settings.tcp_options.backlog

export const noRefusals = (): Record<ListenerRefusal, number> => ({
  access_rules: 0,
  max_conn_rate: 0,
  max_connections: 0,
  proxy_protocol: 0,
  tls: 0,
  websocket: 0,
})
