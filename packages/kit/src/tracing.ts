/** How a trace shows payloads: as text, as hex, or hidden. */
export type ShowPayload = (payload: Uint8Array) => string

/** One line of a trace, with EMQX's names. */
export interface TraceEntry {
  /** `debug` if missing, as for most entries. */
  readonly level?: 'debug' | 'info' | 'warning' | 'error'
  /** EMQX's: `MQTT`, `PUBLISH`, `AUTHN` ... */
  readonly tag: string
  /** `publish_to`, `mqtt_packet_received` ... */
  readonly msg: string
  /**
   * Fields in snake case, with EMQX's names where it has them. Traces filter by `clientid` (or `client_ids`),
   * `peername`, `topic`, `rule_id` (or `rule_ids`). Undefined fields are omitted.
   */
  readonly meta: Readonly<Record<string, unknown>>
  /** The topic, if it is not among the fields. */
  readonly topic?: string | undefined
  readonly payload?: Uint8Array
  /** An MQTT packet as text. */
  readonly packet?: (show: ShowPayload) => string
}

/** Identifies an entry, to check it in advance. */
export interface TraceSubject {
  readonly clientId?: string | undefined
  readonly peerhost?: string | undefined
  /** The same with a port. */
  readonly peername?: string | undefined
  readonly topic?: string | undefined
}

/** The running traces. */
export interface Tracing {
  /** Whether any trace records entries like this. Ask first if an entry is expensive to build. */
  wants(subject: TraceSubject): boolean
  /** Passes the entry to every matching trace. Never throws and never waits. */
  write(entry: TraceEntry): void
}
