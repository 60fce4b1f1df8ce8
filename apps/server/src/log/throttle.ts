import type { Clock } from '@mqdeck/kit'

/** Events that clients and callers can trigger at any rate, also before they sign in: EMQX's list and additional events. */
const throttledEvents: ReadonlySet<string> = new Set([
  'accept_failed',
  'alarm_store_failed',
  'audit_entry_not_stored',
  'authentication_failure',
  'authorization_permission_denied',
  'authz_http_response_incorrect',
  'authz_rule_unusable',
  'authz_source_error',
  'cannot_publish_to_topic_due_to_not_authorized',
  'cannot_publish_to_topic_due_to_quota_exceeded',
  'client_closed_because_disk_does_not_answer',
  'cluster_request_failed',
  'cluster_unreachable',
  'command_subscription_refused',
  'commit_callback_failed',
  'connection_closed_for_other_addresses',
  'connection_crashed',
  'connection_overloaded',
  'connection_rejected_due_to_license_limit_reached',
  'data_bridge_buffer_overflow',
  'delayed_message_not_authorized',
  'delayed_message_publish_failed',
  'delayed_message_refused',
  'dropped_msg_due_to_mqueue_is_full',
  'exhook_call_failed',
  'expression_failed',
  'exproto_handler_failed',
  'exproto_message_dropped',
  'external_broker_crashed',
  'failed_to_retain_message',
  'flapping_ban_failed',
  'flapping_detected',
  'gateway_authentication_failed',
  'gateway_connect_failed',
  'handle_resource_metrics_failed',
  'hook_callback_exception',
  'invalid_command',
  'kick_banned_client_failed',
  'message_policy_exception',
  'message_transformation_failed',
  'monitor_sample_store_failed',
  'mountpoint_refused',
  'mqttsn_packet_failed',
  'packet_handler_stuck',
  'protocol_crashed',
  'publish_crashed',
  'quic_connection_failed',
  'request_failed',
  'retained_message_delete_failed',
  'session_cleanup_failed',
  'session_write_failed',
  'socket_receive_paused_by_rate_limit',
  'stomp_frame_failed',
  'stomp_publish_failed',
  'store_delayed_message_failed',
  'subscription_removed_not_authorized',
  'too_many_connections_from_one_address',
  'topic_rewrite_result_unusable',
  'trace_entry_not_written',
  'udp_socket_error',
  'unrecoverable_resource_error',
  'validation_failed',
  'websocket_forwarding_failed',
  'websocket_listener_unreachable',
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
