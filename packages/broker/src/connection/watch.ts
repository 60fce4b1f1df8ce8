import { reasonCode } from '../packets/index.ts'
import type { Connection } from './connection.ts'
import { keepAliveTimeoutMs } from './keepalive.ts'
import { type Overload, overloadOf, overloadToleranceMs } from './overload.ts'
import { logIdentity } from './packet-log.ts'

/** The periodic checks of a connection: timeouts, overload and congestion. */
export class Watch {
  #lastSeen: number
  /** Seconds; 0 is disabled. */
  #keepalive = 0
  /** Since when a packet of the client is awaited, in milliseconds since the epoch; Infinity if none is. */
  #awaitingSince: number
  /** Bytes taken by the client at the last check, and when that number last changed. */
  #lastSentBytes = -1
  #lastProgressAt = 0
  #overload: Overload | undefined

  /** Starts with waiting for CONNECT. */
  constructor(now: number) {
    this.#lastSeen = now
    this.#awaitingSince = now
  }

  /** Called when data arrived, or reading was resumed. */
  seen(now: number): void {
    this.#lastSeen = now
  }

  /** Gives the client `idle_timeout` for its next packet: CONNECT, or AUTH in the middle of an exchange. */
  await(now: number): void {
    this.#awaitingSince = now
  }

  /** The expected packet has arrived. */
  stopAwaiting(): void {
    this.#awaitingSince = Number.POSITIVE_INFINITY
  }

  /** Seconds; 0 turns it off [MQTT-3.1.2-22]. */
  startKeepalive(seconds: number): void {
    this.#keepalive = seconds
  }

  /** Closes the connection if a timeout has expired. */
  check(connection: Connection, now: number): void {
    const { zone, transport, outbox, isThrottled, isBusy } = connection
    const { mqtt } = zone
    if (hasAuthExpired(connection, now)) connection.close('not_authorized', reasonCode.notAuthorized)
    // Packets of a throttled client are not read, so it does not count as silent.
    else if (now - this.#awaitingSince >= mqtt.idle_timeout) connection.close('idle_timeout')
    else if (!isThrottled && now - this.#lastSeen >= keepAliveTimeoutMs(this.#keepalive, mqtt))
      connection.close('keepalive_timeout', reasonCode.keepAliveTimeout)
    else if (
      !isThrottled &&
      now - (transport.idleSince?.() ?? now) >= (transport.idleTimeout ?? Number.POSITIVE_INFINITY)
    )
      connection.close('idle_timeout')
    else {
      if (outbox.maxUnsentBytes > 0) outbox.refresh()
      if (isBusy || outbox.maxUnsentBytes > 0) this.#endIfOverloaded(connection, now)
      if (outbox.congested) reportCongestion(connection)
      if (outbox.maxUnsentBytes > 0) this.#endIfStuck(connection, now)
    }
  }

  /** Applies `force_shutdown` of the zone. Packets of a throttled client do not count. */
  #endIfOverloaded(connection: Connection, now: number): void {
    const { zone, traffic, outbox, runtime } = connection
    const load = {
      waiting: (most: number) => (connection.isBusy && !connection.isThrottled ? connection.waiting(most) : 0),
      handled: traffic.recvPkt,
      outbound: outbox.bytes,
    }
    this.#overload = overloadOf(this.#overload, zone.forceShutdown, load, now)
    if (!this.#overload || now - this.#overload.since < overloadToleranceMs) return
    runtime.log.warn({ ...logIdentity(connection), reason: this.#overload.what }, 'connection_overloaded')
    connection.close('force_shutdown', reasonCode.quotaExceeded)
  }

  /** Applies `send_timeout`: the client has not taken any bytes for this time. */
  #endIfStuck(connection: Connection, now: number): void {
    const { settings } = connection.listener
    const { pendingBytes } = connection.transport
    const sentBytes = connection.traffic.sendOct - pendingBytes
    if (pendingBytes === 0) this.#lastSentBytes = -1
    else if (sentBytes !== this.#lastSentBytes) {
      this.#lastSentBytes = sentBytes
      this.#lastProgressAt = now
    } else if (settings.type !== 'quic') {
      const { send_timeout, send_timeout_close } = settings.tcp_options
      if (send_timeout_close && now - this.#lastProgressAt >= send_timeout) connection.close('send_timeout')
    }
  }
}

/** Whether the authentication, e.g. a JWT, has expired (EMQX's `connection_auth_expire`). */
const hasAuthExpired = ({ state, established }: Connection, now: number) =>
  state === 'connected' && now >= (established?.info.authExpiresAt ?? Number.POSITIVE_INFINITY)

function reportCongestion({ runtime, established, outbox }: Connection): void {
  if (!established || !runtime.hooks.has('client.congested')) return
  const { bytes, highWatermark } = outbox
  // `congested` uses an upper bound: all bytes may have been sent in the meantime.
  if (bytes === 0) return
  const { info, mqueue } = established.session
  runtime.hooks.run('client.congested', info, { pendingBytes: bytes, highWatermark, queued: mqueue.length })
}
