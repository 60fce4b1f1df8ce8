import type { ResourceType } from '@mqdeck/kit'
import { AnswerError } from './errors.ts'
import { type HttpConnection, type HttpSettings, httpServiceType, httpType } from './http.ts'
import { createCalls, isStatus, type PubsubAccount } from './pubsub-calls.ts'
import {
  type PubsubConsumer,
  type PubsubConsumption,
  type PubsubMessage,
  startPubsubConsumer,
} from './pubsub-consumer.ts'

export interface PubsubSettings extends HttpSettings, PubsubAccount {}

/** A message to publish: `PubsubMessage` of the API. */
export interface PubsubPublish {
  /** Base64. */
  readonly data: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly orderingKey?: string
}

/** Google Cloud Pub/Sub. Rejects with `AnswerError` if the service rejects the request and a retry is useless. */
export interface PubsubConnection {
  /** Publishes all of the messages or none. */
  publish(topic: string, messages: readonly PubsubPublish[], signal?: AbortSignal): Promise<void>
  /** Resolves if the topic exists, or if the account has no permission to find out. */
  checkTopic(topic: string, signal?: AbortSignal): Promise<void>
  consume(what: PubsubConsumption, receive: (message: PubsubMessage) => Promise<void> | void): Promise<PubsubConsumer>
  /** Resolves if the service accepts the service account. */
  check(signal?: AbortSignal): Promise<void>
  close(): void
}

/** Connected while the service accepts the service account. */
export const pubsubType = (settings: PubsubSettings): ResourceType<PubsubConnection> =>
  httpServiceType(
    settings,
    (http) => open(settings, http),
    (connection, signal) => connection.check(signal),
  )

/** A message has up to 10 MB, and a third more in base64. */
const maxPullBytes = 16 * 1024 * 1024

function open(settings: PubsubSettings, http: HttpConnection): PubsubConnection {
  const { projectId } = settings
  const callOn = createCalls(settings)
  const call = callOn(http)
  const nameOf = (kind: 'topics' | 'subscriptions', name: string) => `projects/${projectId}/${kind}/${name}`

  return {
    async publish(topic, messages, signal) {
      await call({ method: 'POST', path: `/topics/${encodeURIComponent(topic)}:publish`, body: { messages } }, signal)
    },
    async checkTopic(topic, signal) {
      try {
        await call({ method: 'GET', path: `/topics/${encodeURIComponent(topic)}` }, signal)
      } catch (error) {
        // A publisher may have no permission to read the topic.
        if (isStatus(error, 403)) return
        throw isStatus(error, 404) ? missingTopic(topic, projectId) : error
      }
    },
    async consume(what, receive) {
      // A pull waits for messages. It must not delay other requests on the same connection.
      const pulls = await httpType({
        ...settings,
        pool_size: what.workers,
        enable_pipelining: 1,
        maxAnswer: maxPullBytes,
      }).connect(new AbortController().signal)
      try {
        const consumer = await startPubsubConsumer({ what, call, pull: callOn(pulls), nameOf, receive })
        return {
          ...consumer,
          async end() {
            await consumer.end()
            pulls.close()
          },
        }
      } catch (error) {
        pulls.close()
        throw isStatus(error, 404) ? missingTopic(what.topic, projectId) : error
      }
    },
    async check(signal) {
      try {
        await call({ method: 'GET', path: '/topics?pageSize=1' }, signal)
      } catch (error) {
        // The account is valid without the permission to list topics.
        const isValid = isStatus(error, 403) && !error.message.includes('SERVICE_DISABLED')
        if (!isValid) throw error
      }
    },
    close: http.close,
  }
}

const missingTopic = (topic: string, project: string) =>
  new AnswerError(`the topic ${topic} does not exist in the project ${project}`)
