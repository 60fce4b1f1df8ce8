import type { Clock, Log } from '@mqdeck/kit'
import { createTokenBucket, type TokenBucket } from '../listeners/token-bucket.ts'
import type { Session } from '../session/session.ts'
import { publisherOf } from '../session/wills.ts'
import type { RetainedSettings } from '../settings.ts'
import type { Message, Subscription } from '../types.ts'
import type { Retained } from './retained.ts'

/** Brings retained messages to new subscriptions, no faster than `delivery_rate` for all of them together. */
export interface RetainedDelivery {
  begin(session: Session, subscription: Subscription, filter: string): void
}

interface Parts {
  readonly retained: Retained
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds between two turns: a few messages each rather than a timer for every one. */
const shortestWait = 10
/** A new rate is in force after this, also for those who wait by an old one. */
const longestWait = 1000

export function createRetainedDelivery({ retained, clock, log }: Parts): RetainedDelivery {
  let rate: RetainedSettings['delivery_rate']
  let bucket: TokenBucket | undefined
  /** They take turns: the first is served and goes to the end. */
  const waiting = new Set<Session>()
  let served: Session | undefined
  let isWaking = false

  const currentBucket = () => {
    const { delivery_rate } = retained.settings
    if (delivery_rate !== rate) bucket = delivery_rate && createTokenBucket(delivery_rate, clock.now())
    rate = delivery_rate
    return bucket
  }
  const waitForRoom = () => currentBucket()?.wait(1, clock.now()) ?? 0

  const mayTake = (session: Session): boolean => {
    const isTurn = waiting.size === 0 || session === served
    const limit = currentBucket()
    if (isTurn && (!limit || limit.take(clock.now()))) return true
    waiting.add(session)
    wakeLater()
    return false
  }

  const wakeLater = () => {
    if (isWaking) return
    isWaking = true
    clock.after(Math.min(longestWait, Math.max(shortestWait, waitForRoom())), wake)
  }

  const wake = () => {
    isWaking = false
    while (waitForRoom() === 0) {
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
    begin(session, subscription, filter) {
      if (!retained.settings.enable || retained.count === 0) return
      const messages = retained.match(filter).values()
      const { clientId: clientid, peername, username } = publisherOf(session)
      const meta = { clientid, peername, username, topic: subscription.topic }
      log.tracing?.write({ tag: 'RETAINER', msg: 'dispatch_retained_messages', meta })
      const isWanted = () =>
        retained.settings.enable && session.subscriptions.get(subscription.topic)?.subscription === subscription
      // A message that was replaced or deleted meanwhile went to the subscriber as a new one.
      const isCurrent = (message: Message) => retained.get(message.topic) === message
      let ahead: Message | undefined
      const take = () => {
        for (let message = ahead ?? messages.next().value; message; message = messages.next().value) {
          ahead = undefined
          if (!isWanted()) return undefined
          if (isCurrent(message)) return message
        }
        return undefined
      }
      session.feed({
        options: subscription,
        next: () => {
          const message = take()
          if (!message || mayTake(session)) return message
          ahead = message
          return 'later'
        },
        rest: function* () {
          for (let message = take(); message; message = take()) yield message
        },
      })
    },
  }
}
