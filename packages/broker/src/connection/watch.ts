import { reasonCode } from '../packets/index.ts'
import type { ForceShutdownSettings, MqttSettings } from '../settings.ts'
import type { Connection } from './connection.ts'
import { logIdentity } from './packet-tap.ts'

/** A connection above a limit of `force_shutdown`. */
interface Overload {
  readonly what: 'packets' | 'bytes'
  /** Number of packets handled when the overload started. */
  readonly handled: number
  /** Milliseconds since the epoch. */
  readonly since: number
}

interface Load {
  /** Packets received that wait to be handled, counted up to `max`. */
  countWaiting(max: number): number
  /** Packets handled. */
  readonly handled: number
  /** Bytes not yet taken by the client. */
  readonly outbound: number
}

/** A connection may be above a limit for this time, because buffers are for bursts. */
const overloadToleranceMs = 1000

/** A packet whose handler has not finished. */
interface Handling {
  /** Number of packets handled before. */
  readonly handled: number
  /** Number of checks since. */
  readonly checks: number
}

/** Interval of the checks; a connection may be closed this much too late. */
export const checkIntervalMs = 250
/**
 * Seconds after which a client is disconnected whose packet is still being handled. Authenticators, authorization sources, ExHook servers
 * and plugins have shorter timeouts; this timeout ends waits that a defect in one of them would make endless.
 */
export const maxHandlingSeconds = 120

/** The periodic checks of a connection: timeouts, overload and congestion. */
export class Watch {
  #lastSeen: number
  /** Seconds; 0 is disabled. */
  #keepalive = 0
  /** Since when a packet of the client is awaited, in milliseconds since the epoch; Infinity if none is. */
  #awaitingSince: number
  /**
   * Bytes taken by the client at the last check, undefined if all were, and when that number last changed. It may be negative,
   * because pending bytes of a WebSocket include frame headers.
   */
  #lastSentBytes: number | undefined
  #lastProgressAt = 0
  #overload: Overload | undefined
  #handling: Handling | undefined

  /** Starts with waiting for CONNECT. */
  constructor(now: number) {
    this.#lastSeen = now
    this.#awaitingSince = now
  }

  /** Called when data arrives, or reading is resumed. */
  onActivity(now: number): void {
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

  /** Closes the connection if a timeout has expired. Called periodically for all, which is cheaper than a timer for each. */
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
      if (isBusy || this.#handling) this.#endIfUnanswered(connection)
      if (outbox.maxUnsentBytes > 0) outbox.refresh()
      if (isBusy || outbox.maxUnsentBytes > 0) this.#endIfOverloaded(connection, now)
      if (outbox.congested) reportCongestion(connection)
      if (outbox.maxUnsentBytes > 0) this.#endIfStuck(connection, now)
    }
  }

  /** Counts checks instead of reading the clock, so that a process that was suspended disconnects no client. */
  #endIfUnanswered(connection: Connection): void {
    const { isBusy, isThrottled, traffic } = connection
    const before = this.#handling
    const handled = traffic.recvPkt
    if (!isBusy || isThrottled) this.#handling = undefined
    else this.#handling = { handled, checks: before?.handled === handled ? before.checks + 1 : 0 }
    if ((this.#handling?.checks ?? 0) * checkIntervalMs < maxHandlingSeconds * 1000) return
    this.#handling = undefined
    connection.ports.log.error({ ...logIdentity(connection), seconds: maxHandlingSeconds }, 'packet_handler_stuck')
    connection.close('unspecified_error', reasonCode.serverBusy)
  }

  /** Applies `force_shutdown` of the zone. Packets of a throttled client do not count. */
  #endIfOverloaded(connection: Connection, now: number): void {
    const { zone, traffic, outbox, ports } = connection
    const load = {
      countWaiting: (max: number) => (connection.isBusy && !connection.isThrottled ? connection.countWaiting(max) : 0),
      handled: traffic.recvPkt,
      outbound: outbox.bytes,
    }
    this.#overload = overloadOf(this.#overload, zone.forceShutdown, load, now)
    if (!this.#overload || now - this.#overload.since < overloadToleranceMs) return
    ports.log.warn({ ...logIdentity(connection), reason: this.#overload.what }, 'connection_overloaded')
    connection.close('force_shutdown', reasonCode.quotaExceeded)
  }

  /** Applies `send_timeout`: the client has not taken any bytes for this time. */
  #endIfStuck(connection: Connection, now: number): void {
    const { settings } = connection.listener
    const { pendingBytes } = connection.transport
    const sentBytes = connection.traffic.sendOct - pendingBytes
    if (pendingBytes === 0) this.#lastSentBytes = undefined
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

function reportCongestion({ ports, established, outbox }: Connection): void {
  if (!established || !ports.hooks.has('client.congested')) return
  const { bytes, highWatermark } = outbox
  // `congested` uses an upper bound: all bytes may have been sent in the meantime.
  if (bytes === 0) return
  const { info, mqueue } = established.session
  ports.hooks.run('client.congested', info, { pendingBytes: bytes, highWatermark, queued: mqueue.length })
}

/**
 * Time in milliseconds without packets after which a client is disconnected [MQTT-3.1.2-22]. It is a multiple of
 * `keepalive_check_interval`, limited to half of the keep alive, as in EMQX: with the defaults exactly 1.5 times the keep
 * alive.
 * @param keepalive seconds; 0 disables it
 */
function keepAliveTimeoutMs(
  keepalive: number,
  {
    keepalive_multiplier,
    keepalive_check_interval,
  }: Pick<MqttSettings, 'keepalive_multiplier' | 'keepalive_check_interval'>,
): number {
  if (keepalive === 0) return Number.POSITIVE_INFINITY
  const step = Math.min(keepalive_check_interval, keepalive * 500)
  return Math.ceil((keepalive * 1000 * keepalive_multiplier) / step) * step
}

/**
 * Whether a connection is above a limit, and since when. Waiting packets count only while none is handled: a client that
 * sends faster than the broker works is only read more slowly.
 */
function overloadOf(
  before: Overload | undefined,
  { enable, max_mailbox_size, max_heap_size }: ForceShutdownSettings,
  { countWaiting, handled, outbound }: Load,
  now: number,
): Overload | undefined {
  if (!enable) return undefined
  if (max_heap_size > 0 && outbound > max_heap_size) {
    return before?.what === 'bytes' ? before : { what: 'bytes', handled, since: now }
  }
  if (max_mailbox_size === 0 || countWaiting(max_mailbox_size + 1) <= max_mailbox_size) return undefined
  return before?.what === 'packets' && before.handled === handled ? before : { what: 'packets', handled, since: now }
}
