import { deliverShared } from '../dispatch.ts'
import type { Runtime } from '../runtime.ts'
import type { QueuedMessage } from './queued-message.ts'

/**
 * A session has ended: what it got from shared subscriptions and did not acknowledge goes to another member of the group
 * (MQTT 5, 4.8.2). Not a QoS 2 message that was sent to it already: it may have been taken [MQTT-4.8.2-5].
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
