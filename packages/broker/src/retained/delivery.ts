import type { Clock, Log } from '@mqdeck/kit'
import { createTokenBucket, type TokenBucket } from '../listeners/token-bucket.ts'
import type { Session } from '../session/session.ts'
import { publisherOf } from '../session/wills.ts'
import type { RetainedSettings } from '../settings.ts'
import type { Turn } from '../turn.ts'
import type { Message, Subscription, SubscriptionOptions } from '../types.ts'
import type { Retained } from './retained.ts'

/** The retained messages for a new subscription, pulled as the client takes them. */
export interface RetainedFeed {
  /** Undefined at the end. `later` if the next message is delayed: `Session.pump` is then called again. */
  next(): Message | 'later' | undefined
  readonly options: SubscriptionOptions
}

/** Delivers retained messages to new subscriptions. `delivery_rate` limits all of them together. */
export interface RetainedDelivery {
  start(session: Session, subscription: Subscription, filter: string): void
}

interface DeliveryOptions {
  readonly retained: Retained
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
}

/** Minimum time between two deliveries, so that each timer delivers several messages. */
const minWaitMs = 10
/** After this time a changed rate applies, also to sessions that are already waiting. */
const maxWaitMs = 1000

export function createRetainedDelivery({ retained, clock, log, turn }: DeliveryOptions): RetainedDelivery {
  let rate: RetainedSettings['delivery_rate']
  let bucket: TokenBucket | undefined
  /** Sessions waiting for the rate limit. The first one is served and moves to the end. */
  const waiting = new Set<Session>()
  let served: Session | undefined
  /** Sessions that continue in a later turn of the event loop. */
  const resuming = new Set<Session>()
  let isWakeScheduled = false
  let isResuming = false

  const currentBucket = () => {
    const { delivery_rate } = retained.settings
    if (delivery_rate !== rate) bucket = delivery_rate && createTokenBucket(delivery_rate, clock.now())
    rate = delivery_rate
    return bucket
  }
  const msUntilToken = () => currentBucket()?.wait(1, clock.now()) ?? 0

  const takeToken = (session: Session): boolean => {
    const isNext = waiting.size === 0 || session === served
    const limit = currentBucket()
    if (isNext && (!limit || limit.take(clock.now()))) return true
    waiting.add(session)
    wakeLater()
    return false
  }

  /** Takes a step of this turn. Returns false if none is left; the session is then served in a later turn. */
  const takeStep = (session: Session): boolean => {
    if (!turn.spend()) return true
    resuming.add(session)
    if (!isResuming) void resume()
    return false
  }

  const resume = async () => {
    isResuming = true
    while (resuming.size > 0) {
      await turn.next()
      const [next] = resuming
      if (!next) break
      resuming.delete(next)
      next.pump()
    }
    isResuming = false
  }

  const wakeLater = () => {
    if (isWakeScheduled) return
    isWakeScheduled = true
    clock.after(Math.min(maxWaitMs, Math.max(minWaitMs, msUntilToken())), wake)
  }

  const wake = async () => {
    isWakeScheduled = false
    while (msUntilToken() === 0) {
      if (turn.spend()) await turn.next()
      const [next] = waiting
      if (!next) return
      waiting.delete(next)
      served = next
      next.pump()
      served = undefined
    }
    if (waiting.size > 0) wakeLater()
  }

  return {
    start(session, subscription, filter) {
      if (!retained.settings.enable || retained.count === 0) return
      const messages = retained.match(filter)
      const { clientId: clientid, peername, username } = publisherOf(session)
      const meta = { clientid, peername, username, topic: subscription.topic }
      log.tracing?.write({ tag: 'RETAINER', msg: 'dispatch_retained_messages', meta })
      const isStillSubscribed = () =>
        retained.settings.enable && session.subscriptions.get(subscription.topic)?.subscription === subscription
      let nextMessage: Message | undefined
      session.feed({
        options: subscription,
        next() {
          while (isStillSubscribed()) {
            if (!takeStep(session)) return 'later'
            if (!nextMessage) {
              const { done, value } = messages.next()
              if (done) return undefined
              nextMessage = value
              if (!nextMessage) continue
            }
            const message = nextMessage
            // If it was replaced or deleted in the meantime, the subscriber got the change as a live message.
            const isCurrent = retained.get(message.topic) === message
            if (isCurrent && !takeToken(session)) return 'later'
            nextMessage = undefined
            if (isCurrent) return message
          }
          return undefined
        },
      })
    },
  }
}
