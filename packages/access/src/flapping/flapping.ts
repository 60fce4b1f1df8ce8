import type { ClientInfo, DisconnectReason, Hooks } from '@mqdeck/broker'
import type { flappingDetect, PlainValue } from '@mqdeck/contract'
import { BoundedMap, type Clock, type Log } from '@mqdeck/kit'

/**
 * EMQX's `flapping_detect`, times in milliseconds: with `max_count` disconnects within `window_time`, which starts with
 * the first of them, the client is banned.
 */
export type FlappingSettings = Readonly<PlainValue<typeof flappingDetect>>

/** A ban request. Times are seconds since the epoch. */
export interface FlappingBan {
  readonly as: 'clientid'
  readonly who: string
  readonly by: 'flapping detector'
  readonly reason: 'flapping is detected'
  readonly at: number
  readonly until: number
}

/** Settings by zone, like `ZonesSettings` of the broker. Other zones use `default`. */
export interface ZonedFlappingSettings {
  readonly default: FlappingSettings
  readonly [zone: string]: FlappingSettings
}

export interface FlappingOptions {
  readonly settings: ZonedFlappingSettings
  readonly hooks: Pick<Hooks, 'on'>
  /** Rejects if the ban could not be created or exists already. */
  readonly ban: (ban: FlappingBan) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

/** Bans clients that disconnect too often. */
export interface Flapping {
  /** Takes effect immediately. Disconnects counted so far are kept. */
  update(settings: ZonedFlappingSettings): void
  /** Client IDs with an open window. */
  readonly watched: number
  stop(): void
}

interface Window {
  count: number
  readonly endsAt: number
}

/** Milliseconds between checks for expired windows. */
const sweepEvery = 10_000
/** Maximum number of client IDs with an open window. The oldest one is evicted. */
const maxWatched = 100_000

/**
 * EMQX 5.8 counts each CONNECT before authentication, so that anyone can get a foreign client ID banned. Counting the
 * disconnects of accepted clients has the same result for authorized clients.
 */
export function createFlapping({ settings, hooks, ban, clock, log }: FlappingOptions): Flapping {
  const windows = new BoundedMap<string, Window>(maxWatched)
  let current = settings
  let ends: readonly (() => void)[] = []

  const settingsOf = (zone: string) => (Object.hasOwn(current, zone) ? current[zone] : undefined) ?? current.default

  const onDisconnected = (client: ClientInfo, reason: DisconnectReason) => {
    if (notItsDoing.has(reason)) return
    const policy = settingsOf(client.zone)
    if (policy.enable && count(client.clientId, policy)) void detected(client, policy)
  }

  /** Counts a disconnect. Returns whether the limit was reached, which closes the window. */
  const count = (clientId: string, { window_time, max_count }: FlappingSettings): boolean => {
    const now = clock.now()
    const open = windows.get(clientId)
    const window = open && now < open.endsAt ? open : { count: 0, endsAt: now + window_time }
    window.count += 1
    if (window.count >= max_count) {
      windows.delete(clientId)
      return true
    }
    if (window !== open) windows.set(clientId, window)
    return false
  }

  const detected = async (
    { clientId, peerhost }: ClientInfo,
    { max_count, window_time, ban_time }: FlappingSettings,
  ) => {
    log.warn({ clientid: clientId, peerhost, max_count, window_time }, 'flapping_detected')
    const now = clock.now() / 1000
    try {
      await ban({
        as: 'clientid',
        who: clientId,
        by: 'flapping detector',
        reason: 'flapping is detected',
        at: Math.floor(now),
        until: Math.ceil(now + ban_time / 1000),
      })
    } catch (error) {
      log.warn({ clientid: clientId, error: String(error) }, 'flapping_ban_failed')
    }
  }

  const sweep = () => {
    const now = clock.now()
    for (const [clientId, { endsAt }] of windows) if (endsAt <= now) windows.delete(clientId)
  }

  const stop = () => {
    for (const end of ends) end()
    ends = []
  }

  const update = (changed: ZonedFlappingSettings) => {
    current = changed
    const isWanted = Object.values(changed).some(({ enable }) => enable)
    if (isWanted && ends.length === 0)
      ends = [hooks.on('client.disconnected', onDisconnected), clock.every(sweepEvery, sweep)]
    if (isWanted) return
    stop()
    windows.clear()
  }

  update(settings)
  return {
    update,
    get watched() {
      return windows.size
    },
    stop,
  }
}

/** Reasons for which the broker closed the connection itself. */
const notItsDoing: ReadonlySet<DisconnectReason> = new Set(['server_shutting_down', 'banned'])
