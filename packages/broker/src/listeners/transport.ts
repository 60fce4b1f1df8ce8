/** Who is at the other end. */
export interface Peer {
  readonly host: string
  readonly port: number
  readonly certificate: PeerCertificate | undefined
  /** Server name asked for in TLS. */
  readonly serverName: string | undefined
}

export interface PeerCertificate {
  readonly commonName: string | undefined
  /** `CN=...,O=...` */
  readonly subject: string | undefined
  /** Undefined when a proxy ended TLS and told us about it. */
  readonly der: Uint8Array | undefined
}

export interface TransportEvents {
  data(chunk: Buffer): void
  /** The socket took what was written and is empty again. */
  drain(): void
  /** Once, however it ended; nothing comes after it. `error` when it was not an orderly end. */
  closed(error: string | undefined): void
}

/** A stream of bytes to one client: a TCP or TLS socket, or the binary frames of a WebSocket. */
export interface Transport {
  readonly peer: Peer
  /** Bytes given to `write` that the operating system has not taken yet. */
  readonly pendingBytes: number
  /**
   * Writes each packet as a message of its own. Where it is missing, several packets may share a `write`, and a packet may
   * be written in parts.
   */
  readonly writeEach?: (packets: readonly Uint8Array[]) => void
  /** When something came last, also what is no data of MQTT, and how long that may be ago; undefined without a limit. */
  idleSince?(): number
  readonly idleTimeout?: number
  listen(events: TransportEvents): void
  write(bytes: Uint8Array): void
  /** Stops and restarts `data`. */
  pause(): void
  resume(): void
  /** Sends what was written, then closes; cuts the connection when that takes longer than `lingerMs`. */
  end(): void
  destroy(): void
}

/** How long the last bytes, a DISCONNECT in general, may take to reach a client. */
export const lingerMs = 5000

/** `closed` says this when a WebSocket client sent text, which breaks the protocol [MQTT-6.0.0-1]. */
export const textFrame = 'a text frame'
