/** The other end of a connection. */
export interface Peer {
  readonly host: string
  readonly port: number
  /** The address of this machine that it has connected to. */
  readonly localHost?: string | undefined
  readonly certificate: PeerCertificate | undefined
  /** Server name (SNI) from the TLS handshake. */
  readonly serverName: string | undefined
}

export interface PeerCertificate {
  readonly commonName: string | undefined
  /** `CN=...,O=...` */
  readonly subject: string | undefined
  /** Undefined if a proxy terminates TLS and sends only the names. */
  readonly der: Uint8Array | undefined
}

export interface TransportEvents {
  data(chunk: Buffer): void
  /** All written bytes were sent. */
  drain(): void
  /** Called once, as the last event. `error` is set unless the connection was closed normally. */
  closed(error: string | undefined): void
}

/** A stream of bytes to one client: a TCP or TLS socket, or the binary frames of a WebSocket. */
export interface Transport {
  readonly peer: Peer
  /** Bytes given to `write` that the operating system has not taken yet. */
  readonly pendingBytes: number
  /**
   * Writes each packet as a separate WebSocket message. If undefined, `write` may get several packets or a part of one.
   */
  readonly writeEach?: (packets: readonly Uint8Array[]) => void
  /** Time of the last received frame, including those without MQTT data, and the limit for it; undefined without a limit. */
  idleSince?(): number
  readonly idleTimeout?: number
  listen(events: TransportEvents): void
  write(bytes: Uint8Array): void
  /** Stops and restarts `data`. */
  pause(): void
  resume(): void
  /** Sends the written bytes, then closes; destroys the connection after `lingerMs`. */
  end(): void
  destroy(): void
}

/** Time for the last bytes, usually a DISCONNECT, to reach the client. */
export const lingerMs = 5000

/** The error of `closed` after a text frame of a WebSocket client, which is not allowed [MQTT-6.0.0-1]. */
export const textFrame = 'a text frame'
