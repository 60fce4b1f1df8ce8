import { type Hooks, hookPriority, type Message, ReasonError, withoutDelayPrefix } from '@mqdeck/broker'

/** MQTT 5, 3.4.2.1. */
const notAuthorized = 0x87

const prefix = '$SYS/'

/**
 * Only the broker publishes below `$SYS/` (MQTT 5, 4.7.2). Rules do not matter: wills, messages of gateways and rewritten messages
 * arrive here as well. Delayed messages are refused when they are published, not when they are due.
 */
export const protectSystemTopics = (hooks: Pick<Hooks, 'fold'>): (() => void) =>
  hooks.fold('message.publish', refuseForeign, { priority: hookPriority.systemTopics, prefix })

/** Whether the topic, or the one of a delayed message, is below `$SYS/`. */
export const isSystemTopic = (topic: string): boolean => withoutDelayPrefix(topic).startsWith(prefix)

function refuseForeign(message: Message | undefined): Message | undefined {
  if (message && isSystemTopic(message.topic) && message.from.protocol !== 'sys')
    throw new ReasonError(notAuthorized, 'not_authorized')
  return message
}
