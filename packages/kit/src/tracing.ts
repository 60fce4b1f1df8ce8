/** How a trace wants payloads: shown, in hex, or hidden. */
export type ShowPayload = (payload: Uint8Array) => string

/** One line of a trace, with EMQX's names. */
export interface TraceEntry {
  /** `debug` when missing, as nearly everything in a trace is. */
  readonly level?: 'debug' | 'info' | 'warning' | 'error'
  /** EMQX's: `MQTT`, `PUBLISH`, `AUTHN` ... */
  readonly tag: string
  /** `publish_to`, `mqtt_packet_received` ... */
  readonly msg: string
  /**
   * In snake case, EMQX's where it has a name. Traces choose by `clientid` (or `client_ids`), `peername`, `topic`, `rule_id`
   * (or `rule_ids`). Fields that are undefined are left out.
   */
  readonly meta: Readonly<Record<string, unknown>>
  /** The topic that it is about, where that is not shown as a field. */
  readonly topic?: string | undefined
  readonly payload?: Uint8Array
  /** An MQTT packet as text. */
  readonly packet?: (show: ShowPayload) => string
}

/** Whose and what an entry is, to ask for beforehand. */
export interface TraceSubject {
  readonly clientId?: string | undefined
  readonly peerhost?: string | undefined
  /** The same with a port. */
  readonly peername?: string | undefined
  readonly topic?: string | undefined
}

/** The traces that run. */
export interface Tracing {
  /** Whether one of them takes entries about this: to be asked where it costs something to put one together. */
  wants(subject: TraceSubject): boolean
  /** Gives the entry to every trace that it is for. Never throws and never waits. */
  write(entry: TraceEntry): void
}
