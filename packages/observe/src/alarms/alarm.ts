/** More of what there is to say about an alarm; goes over the wire as it is. */
export type AlarmDetails = Readonly<Record<string, unknown>>

/** Something that needs a look, under a name of its own. Times are milliseconds since the epoch. */
export interface Alarm {
  readonly name: string
  readonly details: AlarmDetails
  readonly message: string
  readonly activatedAt: number
}

/** It is over. */
export interface PastAlarm extends Alarm {
  readonly deactivatedAt: number
}

/**
 * What those see who have something to report; they declare the part of it that they use as a port of their own.
 *
 * A resource that cannot be reached says so under its id, as EMQX does, and takes it back when it is there again or is
 * removed; both may be said as often as one likes:
 *
 * ```ts
 * alarms.activate('connector:http:h1', { reason: 'resource_down', resource_id: 'connector:http:h1' }, 'resource down: Connection refused')
 * alarms.deactivate('connector:http:h1')
 * ```
 *
 * Nothing that lasts survives a restart: it is history then, and whoever starts again finds out anew how things are.
 */
export interface AlarmPort {
  /**
   * False when it lasts already: what was said first stays.
   * @param name without spaces, what it is about after a colon or a slash: `high_cpu_usage`, `action:http:a:connector:http:h1`
   * @param details whatever can be written as JSON, under EMQX's names where it has some
   * @param message one line in English for people
   */
  activate(name: string, details: AlarmDetails, message: string): boolean
  /** False when there is no such alarm. */
  deactivate(name: string): boolean
}
