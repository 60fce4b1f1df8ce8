import { type ClientInfo, type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import type { Clock } from '@mqdeck/kit'
import type { ValueMap } from '@mqdeck/kit/json'
import type { ActionPort } from './action-port.ts'
import { publishColumns } from './event-columns.ts'
import { createRuleIndex } from './rule-index.ts'

interface LocalActionsOptions {
  readonly node: string
  readonly hooks: Hooks
  readonly clock: Clock
  readonly client: (clientId: string) => ClientInfo | undefined
  readonly send: (action: Parameters<ActionPort['send']>[0], data: ValueMap, options: { readonly key?: string }) => void
}

/** Actions that receive messages of a topic without a rule (EMQX: `local_topic`). */
export interface LocalActions {
  /** Replaces the set of actions. Without actions there is no hook. */
  update(actions: readonly { readonly action: string; readonly filter: string }[]): void
}

export function createLocalActions({ node, hooks, clock, client, send }: LocalActionsOptions): LocalActions {
  let index = createRuleIndex<{ readonly action: string; readonly order: number }>([])
  let listening: { readonly prefix: string | undefined; readonly end: () => void } | undefined

  const attributes = (clientId: string) => client(clientId)?.attributes ?? {}

  function published(message: Message | undefined): Message | undefined {
    // System messages are not sent to actions.
    if (message === undefined || message.topic.startsWith('$SYS/')) return message
    const found = index.forTopic(message.topic)
    if (found.length === 0) return message
    const { names, get } = publishColumns({ message, attributes }, { node, at: clock.now() })
    const data = Object.fromEntries(names.map((name) => [name, get(name)]))
    for (const { action } of found) send(action, data, { key: message.from.clientId })
    return message
  }

  return {
    update(actions) {
      index = createRuleIndex(
        actions.map(({ action, filter }, order) => [{ action, order }, [{ kind: 'topic', text: filter }]]),
      )
      const prefix = index.topicPrefix
      if (listening?.prefix === prefix) return
      listening?.end()
      listening =
        prefix === undefined
          ? undefined
          : { prefix, end: hooks.fold('message.publish', published, { priority: hookPriority.localActions, prefix }) }
    },
  }
}
