import type { Broker } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'

export interface QueueMemoryAlarmOptions {
  readonly alarms: AlarmPort
  readonly held: Broker['held']
  readonly clock: Clock
}

/** An alarm while messages that wait for clients take much of the memory they may take. */
export interface QueueMemoryAlarm {
  start(): void
  stop(): void
}

/** Of this broker: EMQX has no such bound. */
const name = 'high_message_queue_usage'
const checkInterval = 5000
/** Percent of the bound; between the two an alarm that is active stays so. */
const high = 80
const low = 60

export function createQueueMemoryAlarm({ alarms, held, clock }: QueueMemoryAlarmOptions): QueueMemoryAlarm {
  let stopChecks = () => {}
  const check = () => {
    const { queued, unsent, limit } = held()
    const usage = Math.round(((queued + unsent) / limit) * 1000) / 10
    const details = { usage, high_watermark: high, low_watermark: low, queued, unsent, limit }
    if (usage > high)
      alarms.activate(
        name,
        details,
        `Messages that wait for clients take ${usage}% of the ${limit} bytes they may take`,
      )
    else if (usage < low) alarms.deactivate(name)
  }
  return {
    start() {
      stopChecks()
      stopChecks = clock.every(checkInterval, check)
    },
    stop: () => stopChecks(),
  }
}
