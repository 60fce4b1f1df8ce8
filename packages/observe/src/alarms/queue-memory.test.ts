import { createFakeClock } from '@mqdeck/testkit'
import { expect, it } from 'vitest'
import type { AlarmDetails } from './alarm.ts'
import { createQueueMemoryAlarm } from './queue-memory.ts'

it('an alarm is active from 80% of the limit until less than 60%', () => {
  const clock = createFakeClock()
  const active = new Map<string, AlarmDetails>()
  const alarms = {
    activate: (name: string, details: AlarmDetails) => active.size < active.set(name, details).size,
    deactivate: (name: string) => active.delete(name),
  }
  let queued = 0
  const alarm = createQueueMemoryAlarm({ alarms, held: () => ({ queued, unsent: 100, limit: 1000 }), clock })
  alarm.start()
  const activeAt = (bytes: number) => {
    queued = bytes - 100
    clock.advance(5000)
    return active.has('high_message_queue_usage')
  }
  expect([800, 801, 600, 599].map(activeAt)).toEqual([false, true, true, false])
  activeAt(900)
  expect(active.get('high_message_queue_usage')).toMatchObject({ usage: 90, high_watermark: 80, queued: 800 })
  alarm.stop()
  expect(clock.pending()).toBe(0)
})
