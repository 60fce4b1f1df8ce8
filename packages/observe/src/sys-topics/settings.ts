/** `/configs/sys_topics` with EMQX's names in plain units. */
export interface SysTopicsSettings {
  /** Interval of statistics and metrics in milliseconds. Infinity disables them. */
  readonly sys_msg_interval: number
  /** Interval of uptime and datetime in milliseconds. Infinity disables them. */
  readonly sys_heartbeat_interval: number
  readonly sys_event_messages: {
    readonly client_connected: boolean
    readonly client_disconnected: boolean
    readonly client_subscribed: boolean
    readonly client_unsubscribed: boolean
  }
}

/** Defaults of EMQX 5.8. */
export const defaultSysTopicsSettings: SysTopicsSettings = {
  sys_msg_interval: 60_000,
  sys_heartbeat_interval: 30_000,
  sys_event_messages: {
    client_connected: true,
    client_disconnected: true,
    client_subscribed: false,
    client_unsubscribed: false,
  },
}
