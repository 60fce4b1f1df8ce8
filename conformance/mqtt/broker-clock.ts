import { uniqueName } from '@mqdeck/testkit'
import type { Target } from './target.ts'

/** Waits until this time has passed by the clock of the broker: for a will with this delay. */
export async function letSecondsPass(mqtt: Target, seconds: number): Promise<void> {
  const topic = uniqueName('clock')
  const watcher = await mqtt.connect()
  await watcher.subscribe(topic)
  const client = await mqtt.connect({
    will: { topic, payload: '', properties: { willDelayInterval: seconds } },
    properties: { sessionExpiryInterval: 60 },
  })
  await client.destroy()
  await watcher.receive()
}
