import type { Log } from '@mqdeck/kit'
import { hookPriority } from '../../hook-priorities.ts'
import { ReasonError } from '../../packets/index.ts'
import type { Broker, ClientInfo, SubscriptionOptions } from '../../types.ts'
import { type AutoSubscribeTopic, fillTopic } from './topics.ts'

export interface AutoSubscribeOptions {
  readonly settings: readonly AutoSubscribeTopic[]
  /** The broker implements it. */
  readonly broker: Pick<Broker, 'hooks' | 'subscribe'>
  /** Default: every subscription is allowed, as in EMQX. */
  readonly isAllowed?: (client: ClientInfo, filter: string, qos: 0 | 1 | 2) => Promise<boolean>
  readonly log: Log
}

/** Subscribes every connecting client to these topics. */
export interface AutoSubscribe {
  /** Applies to new connections. Existing connections keep their subscriptions. */
  update(settings: readonly AutoSubscribeTopic[]): void
  stop(): void
}

export function createAutoSubscribe({ settings, broker, isAllowed, log }: AutoSubscribeOptions): AutoSubscribe {
  let end: (() => void) | undefined

  const stop = () => {
    end?.()
    end = undefined
  }

  const update = (topics: readonly AutoSubscribeTopic[]) => {
    stop()
    if (topics.length === 0) return
    const complained = new Set<string>()
    const complain = (topic: string, reason: string) => {
      const first = !complained.has(topic + reason)
      complained.add(topic + reason)
      // Logged once, since it is the same for all clients.
      log[first ? 'warn' : 'debug']({ topic, reason }, 'auto_subscribe_failed')
    }
    end = broker.hooks.on(
      'client.connected',
      (client) => {
        // Only MQTT clients, as in EMQX.
        if (client.gateway !== undefined) return
        for (const topic of topics) void subscribe({ broker, isAllowed }, client, topic, complain)
      },
      { priority: hookPriority.autoSubscribe },
    )
  }

  update(settings)
  return { update, stop }
}

async function subscribe(
  {
    broker,
    isAllowed,
  }: Pick<AutoSubscribeOptions, 'broker'> & { readonly isAllowed: AutoSubscribeOptions['isAllowed'] | undefined },
  client: ClientInfo,
  { topic, qos, nl, rap, rh }: AutoSubscribeTopic,
  complain: (topic: string, reason: string) => void,
): Promise<void> {
  const filled = fillTopic(topic, client)
  if ('missing' in filled) return complain(topic, filled.missing)
  // The contract has validated the range.
  const options = { qos, nl, rap, rh } as SubscriptionOptions
  try {
    if (isAllowed && !(await isAllowed(client, filled.filter, options.qos))) return complain(topic, 'not_authorized')
    await broker.subscribe(client.clientId, filled.filter, options)
  } catch (error) {
    complain(topic, error instanceof ReasonError ? error.reason : String(error))
  }
}
