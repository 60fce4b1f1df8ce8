import { type Hooks, type Message, ReasonError } from '@mqdeck/broker'

/** MQTT 5, 3.4.2.1. */
const notAuthorized = 0x87
/** After topic rewrite (-980), before everything that processes messages. */
const priority = -970

const prefix = '$SYS/'

/**
 * Only the broker publishes below `$SYS/` (MQTT 5, 4.7.2). Rules do not matter: wills, messages of gateways and rewritten or
 * delayed messages arrive here as well.
 */
export const protectSystemTopics = (hooks: Pick<Hooks, 'fold'>): (() => void) =>
  hooks.fold('message.publish', refuseForeign, { priority, prefix })

function refuseForeign(message: Message | undefined): Message | undefined {
  if (message?.topic.startsWith(prefix) && message.from.protocol !== 'sys')
    throw new ReasonError(notAuthorized, 'not_authorized')
  return message
}
