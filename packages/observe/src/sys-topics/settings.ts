/** `/configs/sys_topics` under EMQX's names, in plain units. */
export interface SysTopicsSettings {
  /** Milliseconds between statistics and metrics; Infinity turns them off. */
  readonly sys_msg_interval: number
  /** Milliseconds between uptime and datetime; Infinity turns them off. */
  readonly sys_heartbeat_interval: number
  readonly sys_event_messages: {
    readonly client_connected: boolean
    readonly client_disconnected: boolean
    readonly client_subscribed: boolean
    readonly client_unsubscribed: boolean
  }
}

/** What EMQX 5.8 starts with. */
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
