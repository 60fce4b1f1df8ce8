import { deliverShared } from '../dispatch.ts'
import type { Runtime } from '../runtime.ts'
import type { QueuedMessage } from './queued-message.ts'

/**
 * Sends unacknowledged messages of shared subscriptions to another member of the group after the session has ended (MQTT 5,
 * 4.8.2). QoS 2 messages that were already sent are excluded, because they may have been received [MQTT-4.8.2-5].
 */
export async function redispatch(runtime: Runtime, unsent: readonly QueuedMessage[]): Promise<void> {
  const { turn } = runtime
  for (const { message, sharedName, qos, phase } of unsent) {
    if (turn.spend()) await turn.next()
    if (sharedName === undefined || (qos === 2 && phase !== 'queued')) continue
    const route = runtime.router.match(message.topic).shared.find(({ name }) => name === sharedName)
    if (route) deliverShared(runtime, route, message)
  }
}
