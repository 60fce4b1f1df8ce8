import type { ListenerPlain } from '@mqdeck/contract'

/**
 * The settings of one listener, as declared in `roots/listeners.ts` of the contract, in plain units. Certificates and keys
 * are paths or PEM texts. Port 0 selects a free port.
 *
 * A change of `bind` or `tcp_options.backlog` reopens the port. This disconnects clients of tcp, ssl and quic listeners, but
 * not of ws and wss, as in EMQX. All other changes keep clients connected: rates apply immediately, also to connected
 * clients; all other settings apply to new connections.
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
  /** The port in use, even if the settings have 0; 0 while the listener is stopped. */
  readonly boundPort: number
  readonly currentConnections: number
  /** Connections since the start of the process that were closed before CONNECT. */
  readonly refused: Readonly<Record<ListenerRefusal, number>>
}

/** The listener data that its connections share. It changes during their lifetime, so always read it from here. */
export interface ListenerContext {
  readonly id: string
  /** The port in use. */
  port: number
  settings: ListenerSettings
}

/** Whether new settings require reopening the listening socket. */
export const needsNewSocket = (before: ListenerSettings, next: ListenerSettings): boolean =>
  before.bind.host !== next.bind.host || before.bind.port !== next.bind.port || backlogOf(before) !== backlogOf(next)

/** Whether connections stay open when the port changes, as with EMQX's HTTP server. */
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
