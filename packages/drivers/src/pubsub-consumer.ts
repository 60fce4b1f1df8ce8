import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { isRecord, toError } from '@mqdeck/contract'
import { BoundedMap } from '@mqdeck/kit'
import { withDeadline } from './deadline.ts'
import { AnswerError, LongAnswerError } from './errors.ts'
import { isStatus, type PubsubCall, PubsubError } from './pubsub-calls.ts'

export interface PubsubConsumption {
  readonly topic: string
  /** Created if it does not exist. */
  readonly subscription: string
  /** Seconds after which an unacknowledged message is delivered again, 10 to 600. */
  readonly ackDeadline: number
  /** Milliseconds between two attempts to acknowledge messages. */
  readonly ackRetryInterval: number
  /** Maximum number of messages of a pull. */
  readonly maxMessages: number
  /** Number of pulls at the same time. */
  readonly workers: number
  /** Milliseconds that a request can take, including the wait of a pull for messages. */
  readonly timeout: number
}

export interface PubsubMessage {
  readonly id: string
  readonly data: Uint8Array | undefined
  readonly attributes: Readonly<Record<string, string>> | undefined
  readonly orderingKey: string | undefined
  /** RFC 3339. */
  readonly publishTime: string
}

export interface PubsubConsumer {
  /** Rejects if the last requests failed, or if the subscription receives nothing because its topic was deleted. */
  readonly check: (signal?: AbortSignal) => Promise<void>
  /** Waits for the message that is processed, and acknowledges it. */
  readonly end: () => Promise<void>
}

export interface PubsubConsumerOptions {
  readonly what: PubsubConsumption
  readonly call: PubsubCall
  /** The same on connections for pulls. */
  readonly pull: PubsubCall
  readonly nameOf: (kind: 'topics' | 'subscriptions', name: string) => string
  /** A message whose processing rejects is not acknowledged, and so delivered again. */
  readonly receive: (message: PubsubMessage) => Promise<void> | void
}

interface Received {
  readonly ackId: string
  /** Its data is decoded when it is processed, because much data takes long. */
  readonly message: Omit<PubsubMessage, 'data'> & { readonly encoded: string | undefined }
}

/** Milliseconds that stopping can take. */
const endTimeout = 3_000
/** Milliseconds after which a pull without messages is repeated at the latest. */
const maxWaitMs = 120_000
/** Milliseconds before the next pull after an error; doubled with each further error. */
const [shortestPause, longestPause] = [200, 10_000]
/** Milliseconds before the next pull after an empty response, in case the service does not wait for messages. */
const emptyPause = 100
/** Number of message IDs that are remembered. */
const remembered = 10_000
/** Milliseconds of processing after which other work gets its turn. */
const turn = 10
const acksPerRequest = 1000

/** Pulls messages until it ends. Subscriptions deliver at least once: a message that was processed is not processed again. */
export async function startPubsubConsumer(options: PubsubConsumerOptions): Promise<PubsubConsumer> {
  const { what, call, pull, nameOf, receive } = options
  const path = `/subscriptions/${encodeURIComponent(what.subscription)}`
  const topicName = nameOf('topics', what.topic)
  const stopped = new AbortController()
  const { signal: stopSignal } = stopped
  const failures = new Map<number, Error>()
  const processed = new BoundedMap<string, true>(remembered)
  const timeout = Math.min(what.timeout, maxWaitMs)

  await ensureSubscription()
  const work = Promise.all(Array.from({ length: what.workers }, (_, worker) => pullAll(worker)))

  return {
    async check(signal) {
      const [failure] = failures.values()
      if (failure) throw failure
      await checkSubscription(signal)
    },
    async end() {
      stopped.abort()
      await withDeadline(work, endTimeout).catch(() => undefined)
    },
  }

  async function ensureSubscription(): Promise<void> {
    try {
      // Has no effect on messages without an ordering key. It cannot be changed later.
      const body = { topic: topicName, ackDeadlineSeconds: what.ackDeadline, enableMessageOrdering: true }
      await call({ method: 'PUT', path, body })
    } catch (error) {
      if (isStatus(error, 403))
        throw new PubsubError(403, 'the service account has no permission to create subscriptions of this topic')
      if (!isStatus(error, 409)) throw error
      await checkSubscription()
    }
  }

  /** Rejects if the existing subscription is of another topic. Sets its acknowledgement deadline. */
  async function checkSubscription(signal?: AbortSignal): Promise<void> {
    const found = await call({ method: 'GET', path }, signal)
    const { topic, ackDeadlineSeconds } = isRecord(found) ? found : {}
    if (topic === '_deleted-topic_')
      throw new AnswerError(
        `the topic of the subscription ${what.subscription} was deleted. Delete the subscription, too`,
      )
    if (topic !== topicName)
      throw new AnswerError(`the subscription ${what.subscription} exists, but of another topic: ${String(topic)}`)
    if (ackDeadlineSeconds === what.ackDeadline) return
    const body = {
      subscription: {
        name: nameOf('subscriptions', what.subscription),
        topic,
        ackDeadlineSeconds: what.ackDeadline,
      },
      updateMask: 'ackDeadlineSeconds',
    }
    await call({ method: 'PATCH', path, body }, signal)
  }

  async function pullAll(worker: number): Promise<void> {
    let limit = what.maxMessages
    let most = limit
    let pause = shortestPause
    while (!stopSignal.aborted) {
      try {
        const received = await pullOnce(most)
        failures.delete(worker)
        pause = shortestPause
        most = Math.min(most * 2, limit)
        if (received.length > 0) await take(worker, received)
        else {
          limit = what.maxMessages
          await delay(emptyPause, undefined, { signal: stopSignal })
        }
      } catch (error) {
        if (stopSignal.aborted) return
        if (error instanceof LongAnswerError && most > 1) {
          // The service delivers these messages again after the deadline of their acknowledgement. One of them always fits.
          limit = Math.floor(most / 2)
          most = 1
          continue
        }
        failures.set(worker, toError(error))
        if (isStatus(error, 404)) await ensureSubscription().catch((again) => failures.set(worker, toError(again)))
        await delay(pause, undefined, { signal: stopSignal }).catch(() => undefined)
        pause = Math.min(pause * 2, longestPause)
      }
    }
  }

  /** Nothing if no message arrives before the timeout. */
  async function pullOnce(maxMessages: number): Promise<readonly Received[]> {
    const late = AbortSignal.timeout(timeout)
    const request = { method: 'POST', path: `${path}:pull`, body: { maxMessages }, timeout: 2 * maxWaitMs } as const
    const signal = AbortSignal.any([late, stopSignal])
    const answer = await pull(request, signal).catch((error: unknown) => {
      if (late.aborted && !stopSignal.aborted) return {}
      throw error
    })
    return receivedIn(answer)
  }

  async function take(worker: number, received: readonly Received[]): Promise<void> {
    let ackIds: string[] = []
    const failedKeys = new Set<string>()
    const beforeDeadline = (what.ackDeadline * 1000) / 4
    let turnStart = performance.now()
    let ackStart = turnStart
    for (const { ackId, message } of received) {
      if (stopSignal.aborted) break
      // Delivered again after an earlier message with this key, so that the order is kept.
      if (message.orderingKey !== undefined && failedKeys.has(message.orderingKey)) continue
      if (processed.has(message.id) || (await processOnce(message))) ackIds.push(ackId)
      else if (message.orderingKey !== undefined) failedKeys.add(message.orderingKey)
      const now = performance.now()
      if (now - ackStart > beforeDeadline) {
        await acknowledge(worker, ackIds)
        ackIds = []
        ackStart = now
      }
      if (now - turnStart > turn) {
        await nextTurn()
        turnStart = performance.now()
      }
    }
    await acknowledge(worker, ackIds)
  }

  /** Whether it was processed. */
  async function processOnce({ encoded, ...message }: Received['message']): Promise<boolean> {
    try {
      await receive({ ...message, data: encoded === undefined ? undefined : Buffer.from(encoded, 'base64') })
    } catch {
      return false
    }
    processed.set(message.id, true)
    return true
  }

  /** Does not pull further messages until these are acknowledged, so that their number is limited. */
  async function acknowledge(worker: number, ackIds: readonly string[]): Promise<void> {
    for (let at = 0; at < ackIds.length; ) {
      const body = { ackIds: ackIds.slice(at, at + acksPerRequest) }
      try {
        await call({ method: 'POST', path: `${path}:acknowledge`, body, timeout })
        failures.delete(worker)
        at += acksPerRequest
      } catch (error) {
        // When these messages are delivered again, they are only acknowledged.
        if (stopSignal.aborted || error instanceof AnswerError) throw error
        failures.set(worker, toError(error))
        await delay(what.ackRetryInterval, undefined, { signal: stopSignal })
      }
    }
  }
}

function receivedIn(answer: unknown): readonly Received[] {
  const list: readonly unknown[] =
    isRecord(answer) && Array.isArray(answer.receivedMessages) ? answer.receivedMessages : []
  return list.flatMap((one) => {
    if (!isRecord(one) || typeof one.ackId !== 'string' || !isRecord(one.message)) return []
    const { messageId, data, attributes, orderingKey, publishTime } = one.message
    if (typeof messageId !== 'string') return []
    const message = {
      id: messageId,
      encoded: typeof data === 'string' ? data : undefined,
      attributes: isRecord(attributes) ? textsIn(attributes) : undefined,
      orderingKey: typeof orderingKey === 'string' && orderingKey !== '' ? orderingKey : undefined,
      publishTime: typeof publishTime === 'string' ? publishTime : '',
    }
    return [{ ackId: one.ackId, message }]
  })
}

const textsIn = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
