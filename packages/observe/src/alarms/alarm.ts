/** Further fields of an alarm, sent unchanged by the API. */
export type AlarmDetails = Readonly<Record<string, unknown>>

/** An active alarm, identified by its name. Times are milliseconds since the epoch. */
export interface Alarm {
  readonly name: string
  readonly details: AlarmDetails
  readonly message: string
  readonly activatedAt: number
}

/** An alarm that is no longer active. */
export interface PastAlarm extends Alarm {
  readonly deactivatedAt: number
}

/**
 * Activates and deactivates alarms. Users declare the part that they need as their own port.
 *
 * As in EMQX, a resource that is not reachable activates an alarm with its ID and deactivates it when it is reachable again
 * or deleted. Repeated calls have no effect:
 *
 * ```ts
 * alarms.activate('connector:http:h1', { reason: 'resource_down', resource_id: 'connector:http:h1' }, 'resource down: Connection refused')
 * alarms.deactivate('connector:http:h1')
 * ```
 *
 * After a restart, alarms that were active are in the history, and new checks activate them again.
 */
export interface AlarmPort {
  /**
   * Returns false and keeps the first details and message if the alarm is already active.
   * @param name without spaces, with the subject after a colon or a slash: `high_cpu_usage`, `action:http:a:connector:http:h1`
   * @param details JSON, with EMQX's field names if it has any
   * @param message one line in English
   */
  activate(name: string, details: AlarmDetails, message: string): boolean
  /** Returns false if there is no such alarm. */
  deactivate(name: string): boolean
}
