import type { AccessRule, HostPort, ListenerPlain, Rate } from '@mqdeck/contract'
import type { GatewayTransport } from '../port.ts'

/** A listener of a gateway in plain units. Port 0 selects a free port. */
export interface GatewayListenerSettings {
  readonly type: GatewayTransport
  readonly name: string
  readonly enable: boolean
  readonly bind: HostPort
  readonly max_connections: number
  readonly max_conn_rate: Rate | undefined
  readonly access_rules: readonly AccessRule[]
  readonly enable_authn: boolean
  /** Instead of the gateway's. */
  readonly mountpoint?: string | undefined
  /** Only udp and dtls: sizes of the system's buffers in bytes. */
  readonly udp_options?: { readonly recbuf?: number | undefined; readonly sndbuf?: number | undefined }
  /** Only udp and dtls: a datagram of a load balancer, and the answer to it. */
  readonly health_check?: { readonly request?: string | undefined; readonly reply?: string | undefined }
  /** Only tcp and ssl. */
  readonly proxy_protocol?: boolean
  readonly proxy_protocol_timeout?: number
  readonly tcp_options?: ListenerPlain<'tcp'>['tcp_options']
  /** Only ssl. */
  readonly ssl_options?: ListenerPlain<'ssl'>['ssl_options']
  /** Only dtls: the same settings, with versions of DTLS. */
  readonly dtls_options?: ListenerPlain<'ssl'>['ssl_options']
}

/** `stomp:tcp:default` */
export const gatewayListenerId = (gateway: string, { type, name }: Pick<GatewayListenerSettings, 'type' | 'name'>) =>
  `${gateway}:${type}:${name}`

/** A listener as the API shows it. */
export interface GatewayListenerView {
  readonly id: string
  readonly settings: GatewayListenerSettings
  readonly running: boolean
  /** The port in use; 0 while the listener is stopped. */
  readonly boundPort: number
  readonly currentConnections: number
}

/** One listening socket of a gateway. Changes reject with `ListenerError` and keep the previous settings. */
export interface GatewayListener {
  view(): GatewayListenerView
  start(): Promise<void>
  /** Ends its channels. */
  stop(): Promise<void>
  update(settings: GatewayListenerSettings): Promise<void>
  /** Reads the certificates again; only ssl and dtls. */
  reload?(): Promise<unknown>
  /** Sends a datagram; only UDP. */
  send?(bytes: Uint8Array, host: string, port: number): void
  /** Called every second. */
  tick(now: number): void
}
