import type { Clock } from '@mqdeck/kit'

/** Events that clients can trigger at any rate: EMQX's list and additional events. */
const throttledEvents: ReadonlySet<string> = new Set([
  'alarm_store_failed',
  'authentication_failure',
  'authorization_permission_denied',
  'cannot_publish_to_topic_due_to_not_authorized',
  'cannot_publish_to_topic_due_to_quota_exceeded',
  'connection_rejected_due_to_license_limit_reached',
  'data_bridge_buffer_overflow',
  'dropped_msg_due_to_mqueue_is_full',
  'external_broker_crashed',
  'failed_to_retain_message',
  'handle_resource_metrics_failed',
  'monitor_sample_store_failed',
  'retained_message_delete_failed',
  'session_write_failed',
  'socket_receive_paused_by_rate_limit',
  'unrecoverable_resource_error',
  'will_publish_failed',
])

export interface Throttle {
  /** Whether this event is logged. Within one window, only the first event of each name is. */
  allow(event: string): boolean
  /** Ends the current window. The next one lasts `ms`. */
  setWindow(ms: number): void
  /** Reports dropped entries and cancels the timer. */
  close(): void
}

export interface ThrottleOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly window: number
  /** Receives the number of dropped entries per event at the end of a window, if there are any. */
  readonly onDropped: (dropped: Readonly<Record<string, number>>, window: number) => void
}

/** A window starts with the first throttled event. No timer runs between windows. */
export function createThrottle({ clock, window: initial, onDropped }: ThrottleOptions): Throttle {
  let window = initial
  let cancel: (() => void) | undefined
  const seen = new Map<string, number>()

  const end = () => {
    cancel?.()
    cancel = undefined
    const dropped = [...seen].filter(([, count]) => count > 1).map(([event, count]) => [event, count - 1])
    seen.clear()
    if (dropped.length > 0) onDropped(Object.fromEntries(dropped), window)
  }
  return {
    allow(event) {
      if (!throttledEvents.has(event)) return true
      cancel ??= clock.after(window, end)
      const count = (seen.get(event) ?? 0) + 1
      seen.set(event, count)
      return count === 1
    },
    setWindow(ms) {
      if (ms === window) return
      end()
      window = ms
    },
    close: end,
  }
}

/** `1 minutes, 0 seconds`, EMQX's format. */
export function toPeriod(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts: readonly [number, string][] = [
    [Math.floor(seconds / 86_400), 'days'],
    [Math.floor(seconds / 3600) % 24, 'hours'],
    [Math.floor(seconds / 60) % 60, 'minutes'],
    [seconds % 60, 'seconds'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first < 0 ? -1 : first)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(', ')
}
