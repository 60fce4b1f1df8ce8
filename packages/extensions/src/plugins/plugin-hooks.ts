import {
  type AuthenticateResult,
  type AuthorizeDecision,
  type Broker,
  type ClientInfo,
  hookPriority,
  type Message,
  reasonCode,
  withoutDelayPrefix,
} from '@mqdeck/broker'
import { isRecord, matchesFilter, messageOf } from '@mqdeck/contract'
import { checkFilter } from './check-filter.ts'
import { changeMessage, pluginProtocol, toPluginClient } from './plugin-message.ts'
import type { PluginThread } from './plugin-thread.ts'
import type { Registration } from './thread-messages.ts'

type DecisionHook = Extract<Registration, { readonly onFailure: string }>

/** The hooks of one plugin in the broker. */
export interface PluginHooks {
  /** @throws Error if a topic filter is invalid */
  add(registration: Registration): void
  remove(handler: number): void
  /** Moves the plugin to another position among the plugins. */
  moveTo(position: number): void
  /**
   * The thread has ended unexpectedly: hooks that deny or drop on failure continue to do so, because a failed plugin must
   * not open the broker. All others are removed.
   */
  keepGuards(): void
  removeAll(): void
}

export interface PluginHooksOptions {
  readonly hooks: Broker['hooks']
  readonly plugin: string
  readonly position: number
  readonly thread: () => PluginThread
  warn(text: string): void
}

export function createPluginHooks({ hooks, plugin, position, thread, warn }: PluginHooksOptions): PluginHooks {
  const registered = new Map<number, { readonly registration: Registration; readonly unhook: () => void }>()
  let place = position

  const isOwn = ({ from }: Message) => from.protocol === pluginProtocol && from.clientId === plugin
  const ask = (hook: DecisionHook, value: unknown, message?: Message) =>
    thread().call(hook.handler, message ? { value, message } : { value }, hook.timeout)

  const decideMessage = async (hook: DecisionHook, message: Message): Promise<Message | undefined> => {
    const outcome = await ask(hook, undefined, message)
    const kept = hook.onFailure === 'keep' ? message : undefined
    if (outcome === 'failed') return kept
    const { value, payload } = outcome
    if (value === false) return undefined
    if (value === undefined && !payload) return message
    try {
      return changeMessage(message, value, payload)
    } catch (error) {
      // A ReasonError must not leave the hook, because it would refuse the message.
      warn(`message.publish returned an invalid message: ${messageOf(error)}`)
      return kept
    }
  }

  const decideClient = async (hook: DecisionHook, client: ClientInfo, password: Uint8Array | undefined) => {
    const own = password && Uint8Array.from(password)
    const outcome = await ask(hook, [toPluginClient(client), own])
    if (outcome === 'failed') return hook.onFailure === 'deny' ? denied : ignored
    const result = readAuthentication(outcome.value)
    if (result) return result
    warn(`client.authenticate returned ${JSON.stringify(outcome.value)?.slice(0, 200)}, which is no decision`)
    return hook.onFailure === 'deny' ? denied : ignored
  }

  const decideAction = async (hook: DecisionHook, client: ClientInfo, action: object): Promise<AuthorizeDecision> => {
    const outcome = await ask(hook, { client: toPluginClient(client), ...action })
    const failed = hook.onFailure === 'deny' ? 'deny' : 'ignore'
    if (outcome === 'failed') return failed
    const { value = 'ignore' } = outcome
    if (value === 'allow' || value === 'deny' || value === 'ignore') return value
    warn(`client.authorize returned ${JSON.stringify(value)?.slice(0, 200)}, which is no decision`)
    return failed
  }

  const addDecision = (hook: DecisionHook): (() => void) => {
    const { topics } = hook
    for (const topic of topics ?? []) checkFilter(topic)
    const matches = (topic: string) => topics === undefined || topics.some((filter) => matchesFilter(filter, topic))
    const options = { priority: hookPriority.plugins + place / 1_000_000 }
    switch (hook.point) {
      case 'message.publish':
        // The broker's own messages (`$SYS`) are passed only if they are asked for.
        return hooks.fold(
          'message.publish',
          (message) =>
            !message ||
            isOwn(message) ||
            (topics === undefined && message.from.protocol === 'sys') ||
            !matches(withoutDelayPrefix(message.topic))
              ? message
              : decideMessage(hook, message),
          { ...options, prefix: commonPrefix(topics) },
        )
      case 'client.authenticate':
        return hooks.fold(
          'client.authenticate',
          (decision, client, { password, authenticationMethod }) =>
            decision.result !== 'ignore' || authenticationMethod !== undefined
              ? decision
              : decideClient(hook, client, password),
          options,
        )
      case 'client.authorize':
        return hooks.fold(
          'client.authorize',
          (decision, client, { type, topic, qos, retain }) =>
            decision !== 'ignore' || !matches(topic)
              ? decision
              : decideAction(hook, client, { action: type, topic, qos, retain }),
          options,
        )
    }
  }

  const tell = (handler: number, value: unknown, message?: Message) =>
    thread().notify(handler, message ? { value, message } : { value })

  const addEvent = ({ handler, point }: Exclude<Registration, DecisionHook>): (() => void) => {
    switch (point) {
      case 'client.connected':
        return hooks.on(point, (client, { connectedAt }) =>
          tell(handler, { client: toPluginClient(client), at: connectedAt }),
        )
      case 'client.disconnected':
        return hooks.on(point, (client, reason, { disconnectedAt }) =>
          tell(handler, { client: toPluginClient(client), reason, at: disconnectedAt }),
        )
      case 'session.subscribed':
        return hooks.on(point, (client, { topic, qos }) =>
          tell(handler, { client: toPluginClient(client), filter: topic, qos }),
        )
      case 'session.unsubscribed':
        return hooks.on(point, (client, { topic }) => tell(handler, { client: toPluginClient(client), filter: topic }))
      case 'message.delivered':
      case 'message.acked':
        return hooks.on(point, (client: ClientInfo, message: Message) =>
          tell(handler, { client: toPluginClient(client) }, message),
        )
      case 'message.dropped':
        return hooks.on(point, (message, reason) => tell(handler, { reason }, message))
      case 'subscribe':
        throw new Error('subscriptions have their own registration')
    }
  }

  const addSubscription = (handler: number, filter: string): (() => void) => {
    checkFilter(filter)
    return hooks.fold(
      'message.publish',
      (message) => {
        if (message && !isOwn(message) && matchesFilter(filter, message.topic)) tell(handler, undefined, message)
        return message
      },
      { priority: hookPriority.pluginSubscriptions, prefix: commonPrefix([filter]) },
    )
  }

  const connect = (registration: Registration): (() => void) => {
    if ('onFailure' in registration) return addDecision(registration)
    if (registration.point === 'subscribe') return addSubscription(registration.handler, registration.filter)
    return addEvent(registration)
  }

  const remove = (handler: number) => {
    registered.get(handler)?.unhook()
    registered.delete(handler)
  }

  return {
    add: (registration) => {
      registered.set(registration.handler, { registration, unhook: connect(registration) })
    },
    remove,
    moveTo: (next) => {
      if (next === place) return
      place = next
      for (const [handler, { registration, unhook }] of registered) {
        if (!('onFailure' in registration)) continue
        // First the new one, so that no message passes in between.
        const moved = connect(registration)
        unhook()
        registered.set(handler, { registration, unhook: moved })
      }
    },
    keepGuards: () => {
      for (const [handler, { registration }] of registered) {
        const isGuard = 'onFailure' in registration && ['deny', 'drop'].includes(registration.onFailure)
        if (!isGuard) remove(handler)
      }
    },
    removeAll: () => {
      for (const handler of [...registered.keys()]) remove(handler)
    },
  }
}

const ignored: AuthenticateResult = { result: 'ignore' }
const denied: AuthenticateResult = { result: 'deny', reasonCode: reasonCode.notAuthorized }

/** Undefined if the value is invalid. */
function readAuthentication(value: unknown = 'ignore'): AuthenticateResult | undefined {
  if (value === 'ignore') return ignored
  if (value === 'deny') return denied
  if (value === 'allow') return { result: 'allow' }
  if (!isRecord(value) || value.result !== 'allow') return undefined
  const { superuser = false, attributes = {}, expiresAt } = value
  if (typeof superuser !== 'boolean' || !isRecord(attributes)) return undefined
  if (expiresAt !== undefined && typeof expiresAt !== 'number') return undefined
  const texts = Object.entries(attributes).map(([key, one]) => [key, String(one)])
  return {
    result: 'allow',
    isSuperuser: superuser,
    attributes: Object.fromEntries(texts),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

/** The text before the first wildcard that all filters have in common. */
function commonPrefix(filters: readonly string[] | undefined): string {
  const [first = '', ...others] = (filters ?? []).map((filter) => filter.replace(/[+#].*$/s, ''))
  const isCommon = (length: number) => others.every((other) => other.startsWith(first.slice(0, length)))
  let length = first.length
  while (!isCommon(length)) length -= 1
  return first.slice(0, length)
}
