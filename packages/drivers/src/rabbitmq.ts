import type { ResourceType } from '@mqdeck/kit'
import { openLink, type RabbitmqConsumer, type RabbitmqMessage, type RabbitmqPublish } from './rabbitmq-link.ts'
import type { TlsSettings } from './tls.ts'

export type { RabbitmqConsumer, RabbitmqMessage, RabbitmqPublish } from './rabbitmq-link.ts'

export interface RabbitmqSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly virtualHost: string
  /** Milliseconds until a connection is open, or has shown that it still is. */
  readonly timeout: number
  /** Milliseconds; the server gets whole seconds. 0: none. */
  readonly heartbeat: number
  readonly poolSize: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
}

export interface RabbitmqConsumption {
  readonly queue: string
  /** The server treats each message as acknowledged when it is sent. */
  readonly noAck: boolean
}

/** Open AMQP 0-9-1 connections to one server. */
export interface RabbitmqConnection {
  /**
   * Consecutive messages take turns over the connections.
   * @param confirmWithin milliseconds for the confirmation of the server; without it, the promise resolves when the
   * message is written
   * @throws {AnswerError} (rejects) the server rejects the message; after any other error a retry may succeed
   */
  readonly publish: (message: RabbitmqPublish, confirmWithin?: number, signal?: AbortSignal) => Promise<void>
  /**
   * Takes messages from a queue on every connection. Unless `noAck`, a message is acknowledged when `receive` is done,
   * and returns to the queue if that fails. Rejects if the server denies the consumer.
   */
  readonly consume: (
    what: RabbitmqConsumption,
    receive: (message: RabbitmqMessage) => Promise<void> | void,
  ) => Promise<RabbitmqConsumer>
  readonly check: () => Promise<void>
  /** Calls the listener once, when one of the connections is lost. */
  readonly onLost: (tell: () => void) => void
  readonly close: () => Promise<void>
}

/** Client: `amqplib`, which is maintained and has no dependencies. The resource reconnects. */
export function rabbitmqType(settings: RabbitmqSettings): ResourceType<RabbitmqConnection> {
  return {
    async connect(signal) {
      const opened = await Promise.allSettled(Array.from({ length: settings.poolSize }, () => openLink(settings)))
      const links = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failed = opened.find((one) => one.status === 'rejected')
      if (!failed && !signal.aborted) return createConnection(links)
      await Promise.all(links.map(({ close }) => close()))
      throw failed ? failed.reason : new Error('given up')
    },
    check: ({ check }) => check(),
    close: ({ close }) => close(),
    watch: ({ onLost }, tell) => onLost(tell),
  }
}

function createConnection(links: readonly Awaited<ReturnType<typeof openLink>>[]): RabbitmqConnection {
  let turn = 0
  return {
    async publish(message, confirmWithin, signal) {
      turn = (turn + 1) % links.length
      const link = links[turn]
      if (confirmWithin === undefined) await link?.write(message)
      else await link?.publishConfirmed(message, confirmWithin, signal)
    },
    async consume(what, receive) {
      const begun = await Promise.allSettled(links.map((link) => link.consume(what, receive)))
      const consumers = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const end = async () => void (await Promise.all(consumers.map((one) => one.end())))
      const failed = begun.find((one) => one.status === 'rejected')
      if (!failed) return { end, failure: () => consumers.map((one) => one.failure()).find((one) => one !== undefined) }
      await end()
      throw failed.reason
    },
    async check() {
      await Promise.all(links.map((link) => link.check()))
    },
    onLost(tell) {
      for (const link of links) link.onLost(tell)
    },
    close: async () => {
      await Promise.all(links.map(({ close }) => close()))
    },
  }
}
