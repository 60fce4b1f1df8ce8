import {
  createFilterTrie,
  type Hooks,
  type Message,
  ReasonError,
  RefusedWithDisconnect,
  reasonCode,
} from '@mqdeck/broker'
import type { FailureAction, PolicyLogLevel } from '@mqdeck/contract'
import { type Clock, createRateMeter, type Log, processorLimit, type RateMeter } from '@mqdeck/kit'

/** The common part of validations and transformations. */

export interface Policy {
  readonly name: string
  readonly enable: boolean
  readonly topics: readonly string[]
  readonly failure_action: FailureAction
  readonly log_failure: { readonly level: PolicyLogLevel }
}

export interface PolicyStatistics {
  readonly matched: number
  readonly succeeded: number
  readonly failed: number
  readonly rate: number
  readonly rate_last5m: number
  readonly rate_max: number
}

/** Whether the time for the policies of a message is used up, so that no further one is started. */
export type IsOver = () => boolean

/** The message after a policy, or why it failed. */
export type PolicyResult = { readonly message: Message } | { readonly failed: string }

interface PolicyKind<P extends Policy> {
  readonly priority: number
  readonly logName: string
  readonly compile: (policy: P) => (message: Message, isOver: IsOver) => PolicyResult | Promise<PolicyResult>
  /** Counts a message that passed all policies, or failed one. */
  readonly count: (result: 'succeeded' | 'failed') => void
  /** Reports a failure to the rules. */
  readonly onFailure: (name: string, message: Message) => void
}

export interface Policies<P extends Policy> {
  /** Policies that stay unchanged keep their statistics. */
  update(policies: readonly P[]): void
  /** Undefined if the policy does not exist. */
  metrics(name: string): PolicyStatistics | undefined
  resetMetrics(name: string): void
}

interface Live<P extends Policy> {
  readonly policy: P
  readonly run: (message: Message, isOver: IsOver) => PolicyResult | Promise<PolicyResult>
  readonly counts: { matched: number; succeeded: number; failed: number }
  readonly rate: RateMeter
  readonly order: number
}

/** Milliseconds of processor time for all policies of one message. The event loop must not be held for 50. */
const longest = 40

/** Starts the time for the policies of a message, or for the rest of them after an asynchronous one. */
export const policyLimit = (): IsOver => processorLimit(longest)

interface Context<P extends Policy> {
  readonly hooks: Pick<Hooks, 'fold'>
  readonly clock: Clock
  readonly log: Log
  readonly kind: PolicyKind<P>
}

export function createPolicies<P extends Policy>({ hooks, clock, log, kind }: Context<P>): Policies<P> {
  let all = new Map<string, Live<P>>()
  let byTopic = createFilterTrie<Live<P>[]>()
  let unhook: (() => void) | undefined

  function matching(topic: string): readonly Live<P>[] {
    const found = new Set<Live<P>>()
    byTopic.match(topic, (some) => {
      for (const one of some) found.add(one)
    })
    return found.size < 2 ? [...found] : [...found].sort((a, b) => a.order - b.order)
  }

  function handle(message: Message | undefined): Message | undefined | Promise<Message | undefined> {
    if (message === undefined) return undefined
    const found = matching(message.topic)
    return found.length === 0 ? message : next(found, 0, message, policyLimit())
  }

  function next(found: readonly Live<P>[], first: number, before: Message, isOver: IsOver): Message | Promise<Message> {
    let message = before
    for (let index = first; index < found.length; index += 1) {
      const live = found[index]
      if (live === undefined) break
      live.counts.matched += 1
      live.rate.count()
      const result = attempt(live, message, isOver)
      if (result instanceof Promise) {
        const current = message
        return result.then((later) => next(found, index + 1, settle(live, current, later), policyLimit()))
      }
      message = settle(live, message, result)
    }
    kind.count('succeeded')
    return message
  }

  /** An error that is not about the message is one of this broker: it is logged as such, and the policy has failed. */
  function attempt({ policy, run }: Live<P>, message: Message, isOver: IsOver): PolicyResult | Promise<PolicyResult> {
    try {
      return run(message, isOver)
    } catch (error) {
      log.error({ name: policy.name, error: traceOf(error) }, 'message_policy_exception')
      return { failed: 'internal error' }
    }
  }

  /** @throws {ReasonError} if the message is refused */
  function settle({ policy, counts }: Live<P>, message: Message, result: PolicyResult): Message {
    if ('message' in result) {
      counts.succeeded += 1
      return result.message
    }
    counts.failed += 1
    report(policy, message, result.failed)
    if (policy.failure_action === 'ignore') return message
    kind.count('failed')
    if (policy.failure_action === 'disconnect') throw new RefusedWithDisconnect(kind.logName)
    // EMQX's code, with which the publisher does not repeat the message.
    throw new ReasonError(reasonCode.noMatchingSubscribers, kind.logName)
  }

  function report({ name, failure_action, log_failure: { level } }: P, message: Message, reason: string): void {
    const meta = { name, action: failure_action, clientid: message.from.clientId, topic: message.topic, reason }
    if (level === 'error') log.error(meta, kind.logName)
    else if (level === 'warning' || level === 'notice') log.warn(meta, kind.logName)
    else if (level === 'info') log.info(meta, kind.logName)
    else if (level === 'debug') log.debug(meta, kind.logName)
    kind.onFailure(name, message)
  }

  return {
    update(policies) {
      const before = all
      all = new Map(
        policies.map((policy, order) => {
          const known = before.get(policy.name)
          return [
            policy.name,
            {
              policy,
              order,
              run: kind.compile(policy),
              counts: known?.counts ?? { matched: 0, succeeded: 0, failed: 0 },
              rate: known?.rate ?? createRateMeter(clock),
            },
          ] as const
        }),
      )
      byTopic = createFilterTrie<Live<P>[]>()
      for (const live of all.values()) {
        if (!live.policy.enable) continue
        for (const filter of live.policy.topics) {
          const some = byTopic.get(filter)
          if (some) some.push(live)
          else byTopic.set(filter, [live])
        }
      }
      // Without policies there is no hook, so that the message path has no overhead.
      const isNeeded = [...all.values()].some(({ policy }) => policy.enable)
      if (isNeeded) unhook ??= hooks.fold('message.publish', handle, { priority: kind.priority })
      else {
        unhook?.()
        unhook = undefined
      }
    },
    metrics(name) {
      const live = all.get(name)
      if (!live) return undefined
      const { rate, rate_last5m, rate_max } = live.rate.read()
      return { ...live.counts, rate, rate_last5m, rate_max }
    },
    resetMetrics(name) {
      const live = all.get(name)
      if (!live) return
      Object.assign(live.counts, { matched: 0, succeeded: 0, failed: 0 })
      live.rate.reset()
    },
  }
}

const traceOf = (error: unknown) => (error instanceof Error ? (error.stack ?? String(error)) : String(error))
