import type { Broker } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { AlarmPort } from './alarm.ts'

export interface QueueMemoryAlarmOptions {
  readonly alarms: AlarmPort
  readonly held: Broker['held']
  readonly clock: Clock
}

/** An alarm while message queues use most of their memory limit. */
export interface QueueMemoryAlarm {
  start(): void
  stop(): void
}

/** Specific to this broker: EMQX has no such limit. */
const name = 'high_message_queue_usage'
const checkIntervalMs = 5000
/** Percent of the limit. Between the two, an active alarm stays active. */
const highPercent = 80
const lowPercent = 60

export function createQueueMemoryAlarm({ alarms, held, clock }: QueueMemoryAlarmOptions): QueueMemoryAlarm {
  let stopChecks = () => {}
  const check = () => {
    const { queued, unsent, limit } = held()
    const usage = Math.round(((queued + unsent) / limit) * 1000) / 10
    const details = { usage, high_watermark: highPercent, low_watermark: lowPercent, queued, unsent, limit }
    if (usage > highPercent)
      alarms.activate(name, details, `Message queues use ${usage}% of their memory limit of ${limit} bytes`)
    else if (usage < lowPercent) alarms.deactivate(name)
  }
  return {
    start() {
      stopChecks()
      stopChecks = clock.every(checkIntervalMs, check)
    },
    stop: () => stopChecks(),
  }
}
