import { toError } from '@mqdeck/contract'
import { AnswerError, type PubsubConnection, type PubsubPublish } from '@mqdeck/drivers'
import { BatchError, parseTemplate } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import { withRetries } from '../http-client.ts'
import type { ActionPlain } from '../plain.ts'
import type { ActionRuntime } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import type { pubsubProducer } from './producer-manifest.ts'

export type PublishParameters = ActionPlain<typeof pubsubProducer>

/** Limits of a request and of its messages. */
const requestBytes = 9_000_000
const messagesPerRequest = 1000
const longest = { data: 10_000_000, orderingKey: 1024, attributes: 100, attributeKey: 256, attributeValue: 1024 }

export function createPubsubAction(
  parameters: PublishParameters,
  maxRetries: number,
): ActionRuntime<PubsubConnection, PubsubPublish> {
  const { pubsub_topic: topic } = parameters
  const payload = parameters.payload_template === '' ? undefined : parseTemplate(parameters.payload_template)
  const orderingKey = parseTemplate(parameters.ordering_key_template)
  const attributes = parameters.attributes_template.map(({ key, value }) => ({
    key: parseTemplate(key),
    value: parseTemplate(value),
  }))
  const inOrderOfKeys = createKeyOrder()
  // Missing values are empty, as in EMQX, except in the payload.
  const nothing = () => ''

  async function errorOf(
    connection: PubsubConnection,
    messages: readonly PubsubPublish[],
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    const publish = () => connection.publish(topic, messages, signal)
    return withRetries(maxRetries, signal, publish).then(() => undefined, toError)
  }

  return {
    check: (connection, signal) => connection.checkTopic(topic, signal),
    render(data) {
      const named = attributes
        .map(({ key, value }) => [fill(key, data, nothing), fill(value, data, nothing)] as const)
        .filter(([key]) => key !== '')
      const key = fill(orderingKey, data, nothing)
      const content = Buffer.from(payload ? fillBytes(payload, data) : encodeJson(data))
      requireWithinLimits(content, key, named)
      return {
        data: content.toString('base64'),
        ...(named.length > 0 && { attributes: Object.fromEntries(named) }),
        ...(key !== '' && { orderingKey: key }),
      }
    },
    show: ({ data, ...message }) => ({ ...message, data: Buffer.from(data, 'base64').toString() }),
    /** A rejected request publishes nothing. It is sent again message by message, so that one does not fail the others. */
    send: (connection, batch, signal) =>
      inOrderOfKeys(batch, async () => {
        signal.throwIfAborted()
        const results: (Error | undefined)[] = []
        for (const some of requestsOf(batch)) {
          const error = await errorOf(connection, some, signal)
          if (error instanceof AnswerError && some.length > 1)
            for (const one of some) results.push(await errorOf(connection, [one], signal))
          else results.push(...some.map(() => error))
        }
        const [first] = results
        if (first && results.every((error) => error === first)) throw first
        if (results.some((error) => error !== undefined)) throw new BatchError(results)
        return { published: batch.length }
      }),
  }
}

/** Work with an ordering key starts when earlier work with this key has ended, because connections overtake each other. */
function createKeyOrder() {
  const latest = new Map<string, Promise<unknown>>()
  return <T>(batch: readonly PubsubPublish[], work: () => Promise<T>): Promise<T> => {
    const keys = new Set(batch.flatMap(({ orderingKey }) => orderingKey ?? []))
    const earlier = [...keys].flatMap((key) => latest.get(key) ?? [])
    const own = earlier.length === 0 ? work() : Promise.allSettled(earlier).then(work)
    const forget = () => {
      for (const key of keys) if (latest.get(key) === own) latest.delete(key)
    }
    for (const key of keys) latest.set(key, own)
    own.then(forget, forget)
    return own
  }
}

function requireWithinLimits(content: Uint8Array, key: string, attributes: readonly (readonly [string, string])[]) {
  if (content.length > longest.data) throw new Error('the payload has more than 10 MB')
  if (content.length === 0 && attributes.length === 0)
    throw new Error('the message is empty: it has neither a payload nor attributes')
  if (Buffer.byteLength(key) > longest.orderingKey) throw new Error('the ordering key has more than 1024 bytes')
  if (attributes.length > longest.attributes) throw new Error('the message has more than 100 attributes')
  for (const [name, value] of attributes) {
    if (Buffer.byteLength(name) > longest.attributeKey) throw new Error('an attribute key has more than 256 bytes')
    if (name.startsWith('goog')) throw new Error('an attribute key begins with goog, which is reserved')
    if (Buffer.byteLength(value) > longest.attributeValue)
      throw new Error('an attribute value has more than 1024 bytes')
  }
}

/** Splits a batch by the limits of a request. */
function* requestsOf(batch: readonly PubsubPublish[]): Generator<readonly PubsubPublish[]> {
  let some: PubsubPublish[] = []
  let size = 0
  for (const message of batch) {
    const attributes = Object.entries(message.attributes ?? {})
      .flat()
      .join('').length
    const own = message.data.length + attributes + (message.orderingKey?.length ?? 0) + 100
    if (some.length > 0 && (some.length === messagesPerRequest || size + own > requestBytes)) {
      yield some
      some = []
      size = 0
    }
    some.push(message)
    size += own
  }
  if (some.length > 0) yield some
}
