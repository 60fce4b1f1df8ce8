import type { Socket } from 'node:net'
import { messageOf } from '@mqdeck/contract'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { withDeadline } from './deadline.ts'
import type { RabbitmqConsumption, RabbitmqSettings } from './rabbitmq.ts'
import { createConfirmer } from './rabbitmq-confirmer.ts'
import { readTlsOptions } from './tls.ts'

export interface RabbitmqPublish {
  readonly exchange: string
  readonly routingKey: string
  readonly content: Uint8Array
  readonly isPersistent: boolean
}

/** One delivery (AMQP 0-9-1, 1.8.3.13) with the properties that its sender has set (1.8.1). */
export interface RabbitmqMessage {
  readonly exchange: string
  readonly routingKey: string
  readonly content: Uint8Array
  readonly properties: Omit<ConsumeMessage['properties'], 'headers'> & { readonly headers?: object | undefined }
}

export interface RabbitmqConsumer {
  /** Why the server has ended it, once it has: the queue was deleted, for instance. */
  readonly failure: () => Error | undefined
  /** Resolves when what had arrived is done. */
  readonly end: () => Promise<void>
}

/** One connection, with a channel for each use of it: the server closes a channel at each mistake. */
interface RabbitmqLink {
  readonly write: (message: RabbitmqPublish) => Promise<void>
  readonly publishConfirmed: (message: RabbitmqPublish, within: number, signal?: AbortSignal) => Promise<void>
  readonly consume: (
    what: RabbitmqConsumption,
    receive: (message: RabbitmqMessage) => Promise<void> | void,
  ) => Promise<RabbitmqConsumer>
  readonly check: () => Promise<void>
  readonly onLost: (tell: () => void) => void
  readonly close: () => Promise<void>
}

/** Messages on their way to a consumer without an acknowledgement. */
const maxUnacknowledged = 100
/** Milliseconds for what has arrived to be done, at the end. */
const timeoutMs = 3_000

export async function openLink(settings: RabbitmqSettings): Promise<RabbitmqLink> {
  const model = await connectTo(settings)
  let lost: Error | undefined
  let tellLost = () => {}
  let blocked: string | undefined
  // The server lacks memory or disk space: it holds published messages back without an error.
  model.on('blocked', (reason) => {
    blocked = reason
  })
  model.on('unblocked', () => {
    blocked = undefined
  })
  const checkOpen = () => {
    if (blocked !== undefined) throw new Error(`the server currently accepts no messages: ${blocked}`)
  }
  // `close` follows.
  model.on('error', (error) => {
    lost ??= new Error(messageOf(error))
  })
  // Pending opens and closes get no response after that.
  const closed = new Promise<never>((_, reject) => {
    model.on('close', () => {
      lost ??= new Error('the connection was closed')
      socketOf(model).destroy()
      reject(lost)
      tellLost()
    })
  })
  closed.catch(() => {}) // only a check and `close` wait for it

  async function open<C extends Channel>(make: () => Promise<C>): Promise<C> {
    if (lost) throw lost
    const channel = await make()
    channel.on('error', () => {}) // `close` follows and rejects pending calls
    return channel
  }
  const openChannel = () => open(() => model.createChannel())
  let writing: Promise<Channel> | undefined
  const channelToWrite = () => {
    const forget = () => {
      writing = undefined
    }
    writing ??= openChannel().then((channel) => channel.on('close', forget))
    writing.catch(forget)
    return writing
  }
  const confirm = createConfirmer(() => open(() => model.createConfirmChannel()))

  return {
    async write({ exchange, routingKey, content, isPersistent }) {
      checkOpen()
      const channel = await channelToWrite()
      if (channel.publish(exchange, routingKey, Buffer.from(content), { persistent: isPersistent })) return
      await new Promise<void>((resolve, reject) => {
        channel.once('drain', resolve)
        channel.once('close', () => reject(lost ?? new Error('the channel was closed')))
      })
    },
    async publishConfirmed(message, within, signal) {
      checkOpen()
      await confirm(message, within, signal)
    },
    consume: async (what, receive) => consumeFrom(await openChannel(), what, receive),
    async check() {
      const used = openChannel().then((channel) => channel.close())
      await withDeadline(Promise.race([used, closed]), settings.timeout)
    },
    onLost(tell) {
      tellLost = tell
      if (lost) tell()
    },
    async close() {
      if (lost) return
      lost = new Error('the connection was closed')
      const closing = Promise.race([model.close(), closed])
      await withDeadline(closing, settings.timeout).catch(() => socketOf(model).destroy())
    },
  }
}

async function connectTo(settings: RabbitmqSettings): Promise<ChannelModel> {
  const { host, port, username, password, virtualHost, timeout, heartbeat, ssl, folder } = settings
  const { connect } = await import('amqplib')
  const tls = await readTlsOptions(ssl, { host, folder })
  return connect(
    {
      protocol: tls ? 'amqps' : 'amqp',
      hostname: host,
      port,
      username,
      password,
      vhost: encodeURIComponent(virtualHost), // which the client decodes
      heartbeat: heartbeat === 0 ? 0 : Math.max(1, Math.round(heartbeat / 1000)),
    },
    { ...tls, timeout, noDelay: true, clientProperties: { product: 'MQDeck' } },
  )
}

async function consumeFrom(
  channel: Channel,
  { queue, noAck }: RabbitmqConsumption,
  receive: (message: RabbitmqMessage) => Promise<void> | void,
): Promise<RabbitmqConsumer> {
  const running = new Set<Promise<void>>()
  let failure: Error | undefined
  let isClosed = false
  let isEnding = false
  channel.on('error', (error: Error) => {
    failure ??= error
  })
  channel.on('close', () => {
    isClosed = true
    failure ??= new Error('the channel was closed')
  })

  const handle = async (message: ConsumeMessage) => {
    try {
      await receive(toMessage(message))
      if (!noAck && !isClosed) channel.ack(message)
    } catch {
      if (!noAck && !isClosed) channel.nack(message)
    }
  }
  const take = (message: ConsumeMessage | null) => {
    if (!message) {
      failure ??= new Error(`the server has cancelled the consumer of queue ${queue}`)
      return
    }
    // With its channel it goes back into the queue.
    if (isEnding && !noAck) return
    const done = handle(message).finally(() => running.delete(done))
    running.add(done)
  }

  if (!noAck) await channel.prefetch(maxUnacknowledged)
  const { consumerTag } = await channel.consume(queue, take, { noAck })
  return {
    failure: () => failure,
    async end() {
      isEnding = true
      if (isClosed) return
      await channel.cancel(consumerTag)
      // Messages that take longer return to the queue when the channel closes.
      await withDeadline(Promise.all(running), timeoutMs).catch(() => undefined)
      if (!isClosed) await channel.close()
    },
  }
}

const toMessage = ({ fields, properties, content }: ConsumeMessage): RabbitmqMessage => ({
  exchange: fields.exchange,
  routingKey: fields.routingKey,
  content,
  properties,
})

/** The client waits for its last words to be answered, and leaves the socket to time. Not in its types. */
const socketOf = (model: ChannelModel) => (model.connection as unknown as { readonly stream: Socket }).stream
