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

/** What those see who have something to report. */
export interface AlarmPort {
  /** False when it lasts already: what was said first stays. */
  activate(name: string, details: AlarmDetails, message: string): boolean
  /** False when there is no such alarm. */
  deactivate(name: string): boolean
}
