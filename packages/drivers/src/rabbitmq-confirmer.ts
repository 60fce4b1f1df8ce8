import type { ConfirmChannel } from 'amqplib'
import { AnswerError } from './errors.ts'
import type { RabbitmqPublish } from './rabbitmq-link.ts'

/** Resolves when the server has confirmed the message. Rejects with `AnswerError` if it is rejected permanently. */
export type Confirmer = (message: RabbitmqPublish, within: number, signal?: AbortSignal) => Promise<void>

/** The server has closed the channel (AMQP 0-9-1, 1.5.2.5) for what was on its way in it, and would do so again. */
class Refused extends Error {}
/** AMQP 0-9-1, 1.1: content-too-large, access-refused, not-found, precondition-failed. Others may pass. */
const refusals: readonly unknown[] = [311, 403, 404, 406]

/**
 * Publishes with confirmations. The server refuses a message by closing the channel, without saying which one it was: all that
 * were on their way go again then, each alone, until the one is found.
 */
export function createConfirmer(open: () => Promise<ConfirmChannel>): Confirmer {
  const many = reopening(open)
  const single = reopening(open)
  let last: Promise<unknown> = Promise.resolve()

  const alone: Confirmer = (message, within, signal) => {
    const done = last.then(async () => {
      signal?.throwIfAborted()
      await confirmed(await single(), message, within, signal)
    })
    last = done.catch(() => undefined)
    return done
  }

  return async (message, within, signal) => {
    try {
      await confirmed(await many(), message, within, signal)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await alone(message, within, signal).catch((again: unknown) => {
        throw again instanceof Refused ? new AnswerError(again.message) : again
      })
    }
  }
}

/** The open channel or a new one. */
function reopening(open: () => Promise<ConfirmChannel>): () => Promise<ConfirmChannel> {
  let channel: Promise<ConfirmChannel> | undefined
  return () => {
    const forget = () => {
      channel = undefined
    }
    channel ??= open().then((opened) => {
      watch(opened)
      return opened.on('close', forget)
    })
    channel.catch(forget)
    return channel
  }
}

/** The reason why a channel was closed, which is reported before the pending publishes are rejected. */
const reasons = new WeakMap<ConfirmChannel, Error>()
const watch = (channel: ConfirmChannel) =>
  channel.on('error', (error: Error & { readonly code?: unknown }) => {
    reasons.set(channel, refusals.includes(error.code) ? new Refused(error.message) : error)
  })

function confirmed(
  channel: ConfirmChannel,
  { exchange, routingKey, content, isPersistent }: RabbitmqPublish,
  within: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('given up'))
    const timer = setTimeout(() => reject(new Error(`no confirmation within ${within} ms`)), within)
    signal?.addEventListener('abort', giveUp)
    const settle = (error: unknown) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      if (error) reject(reasons.get(channel) ?? error)
      else resolve()
    }
    try {
      channel.publish(exchange, routingKey, Buffer.from(content), { persistent: isPersistent }, settle)
    } catch (error) {
      settle(error)
    }
  })
}
