import { matchesFilter, messageOf, toError } from '@mqdeck/contract'
import type { ResourceType } from '@mqdeck/kit'
import type { IClientOptions, MqttClient } from 'mqtt'
import { withDeadline } from './deadline.ts'
import { AnswerError } from './errors.ts'
import { createGate, type Gate } from './gate.ts'
import { fromProperties, type MqttMessage, toMessage } from './mqtt-message.ts'
import { spread } from './spread.ts'
import { readTlsOptions, type TlsSettings } from './tls.ts'

export interface MqttIdentity {
  readonly clientId: string
  readonly username?: string | undefined
  readonly password?: string | undefined
}

export interface MqttSettings {
  readonly host: string
  readonly port: number
  readonly ssl: TlsSettings
  /** Folder that relative file names are resolved against. */
  readonly folder: string
  /** 3: MQTT 3.1, 4: 3.1.1, 5: 5.0. */
  readonly version: 3 | 4 | 5
  /** One connection is opened for each. */
  readonly identities: readonly MqttIdentity[]
  readonly cleanStart: boolean
  /** Sets the highest bit of the version, as bridges of 3.1 and 3.1.1 do. */
  readonly bridgeMode: boolean
  /** Milliseconds, like the timeouts below. */
  readonly keepalive: number
  readonly connectTimeout: number
  /** Maximum time to wait for an acknowledgement. */
  readonly retryInterval: number
  /** Maximum number of unacknowledged messages on one connection; 0 for no limit. */
  readonly maxInflight: number
}

interface MqttSubscription {
  readonly filter: string
  readonly qos: 0 | 1
  readonly noLocal: boolean
}

/** Open connections to one broker. */
export interface MqttConnection {
  /**
   * Resolves when the broker has acknowledged the message, with QoS 0 when it is sent. Messages of a topic keep their
   * order.
   * @throws {AnswerError} (rejects) the broker rejects the message; any other error means that the connection failed
   */
  readonly publish: (message: Omit<MqttMessage, 'dup'>, signal?: AbortSignal) => Promise<void>
  /**
   * A shared subscription uses every connection, any other only the first, or messages would arrive several times. The
   * result unsubscribes. A message is acknowledged when `receive` is done.
   */
  readonly subscribe: (
    subscription: MqttSubscription,
    receive: (message: MqttMessage) => Promise<void> | void,
  ) => Promise<() => Promise<void>>
  /** Rejects if one of the connections is lost. */
  readonly check: () => Promise<void>
  /** Calls the listener once, when one of them is lost. */
  readonly onLost: (tell: () => void) => void
  readonly close: () => Promise<void>
}

export function mqttType(settings: MqttSettings): ResourceType<MqttConnection> {
  return {
    async connect(signal) {
      if (settings.identities.length === 0) throw new Error('Connector has no assigned static clientids')
      const opened = await Promise.allSettled(
        settings.identities.map((identity) => openClient(settings, identity, signal)),
      )
      const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failed = opened.find((one) => one.status === 'rejected')
      if (!failed) return createConnection(clients)
      await Promise.all(clients.map(({ close }) => close()))
      throw failed.reason
    },
    check: ({ check }) => check(),
    close: ({ close }) => close(),
    watch: ({ onLost }, tell) => onLost(tell),
  }
}

function createConnection(clients: readonly Client[]): MqttConnection {
  return {
    async publish(message, signal) {
      const client = clients[spread(message.topic, clients.length)]
      await client?.publish(message, signal)
    },
    async subscribe(subscription, receive) {
      const taking = subscription.filter.startsWith('$share/') ? clients : clients.slice(0, 1)
      const ends = await Promise.all(taking.map((client) => client.subscribe(subscription, receive)))
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
    async check() {
      for (const { lost } of clients) if (lost()) throw lost()
    },
    onLost(tell) {
      for (const client of clients) client.onLost(tell)
    },
    close: async () => {
      await Promise.all(clients.map(({ close }) => close()))
    },
  }
}

interface Client {
  readonly publish: MqttConnection['publish']
  readonly subscribe: MqttConnection['subscribe']
  /** The reason why the connection was lost; undefined while it is open. */
  readonly lost: () => Error | undefined
  readonly onLost: MqttConnection['onLost']
  readonly close: () => Promise<void>
}

interface Handler {
  readonly filter: string
  readonly receive: (message: MqttMessage) => Promise<void> | void
}

/** Maximum number of session messages that are held until their subscription is restored. */
const maxEarly = 1000

async function openClient(settings: MqttSettings, identity: MqttIdentity, signal: AbortSignal): Promise<Client> {
  const { connect } = await import('mqtt')
  const raw = connect(await toOptions(settings, identity))
  const handlers = new Set<Handler>()
  const early: MqttMessage[] = []
  const waiting = new Set<(error: Error) => void>()
  let lost: Error | undefined
  let tellLost = () => {}

  // Added before CONNACK, because messages of a session follow it immediately.
  raw.handleMessage = (packet, done) => {
    const message = toMessage(packet)
    const taking = [...handlers].filter(({ filter }) => matchesFilter(filter, message.topic))
    if (taking.length === 0 && early.length < maxEarly) early.push(message)
    Promise.all(taking.map(({ receive }) => receive(message))).then(
      () => done(),
      (error: unknown) => done(toError(error)),
    )
  }
  await connected(raw, signal)
  const gate = gateFor(settings, raw)
  // An error is followed by `close`.
  let reason: Error | undefined
  raw.on('error', (error) => {
    reason = error
  })
  raw.on('disconnect', ({ reasonCode }) => {
    reason = new Error(`the server has closed the connection with reason code 0x${(reasonCode ?? 0).toString(16)}`)
  })
  raw.on('close', () => {
    lost ??= reason ?? new Error('the connection was closed')
    for (const reject of waiting) reject(lost)
    gate.close(lost)
    tellLost()
  })

  /** mqtt.js does not settle pending calls when the connection closes. */
  const orLost = <T>(work: Promise<T>, given?: AbortSignal): Promise<T> =>
    new Promise((resolve, reject) => {
      if (lost) reject(lost)
      waiting.add(reject)
      const giveUp = () => reject(new Error('given up'))
      given?.addEventListener('abort', giveUp)
      work.then(resolve, reject).finally(() => {
        waiting.delete(reject)
        given?.removeEventListener('abort', giveUp)
      })
    })

  return {
    async publish({ topic, payload, qos, retain, properties }, given) {
      if (lost) throw lost
      const leave = qos === 0 ? () => {} : await gate.enter(given)
      const options = { qos, retain, ...(settings.version === 5 && { properties: fromProperties(properties) }) }
      const sent = raw.publishAsync(topic, Buffer.from(payload), options)
      const id = raw.getLastMessageId()
      try {
        const { retryInterval } = settings
        // 0 means no timeout.
        const inTime = retryInterval === 0 ? sent : withDeadline(sent, retryInterval, 'acknowledgement')
        await orLost(inTime, given)
      } catch (error) {
        // A retry sends a new packet. mqtt.js would keep the old one until the connection closes.
        if (qos > 0 && !lost) raw.removeOutgoingMessage(id)
        throw refused(error) ? new AnswerError(messageOf(error)) : error
      } finally {
        leave()
      }
    },
    async subscribe({ filter, qos, noLocal }, receive) {
      const isShared = filter.startsWith('$share/')
      const handler: Handler = { filter: isShared ? filter.split('/').slice(2).join('/') : filter, receive }
      handlers.add(handler)
      for (const message of early.splice(0)) {
        if (matchesFilter(handler.filter, message.topic)) void receive(message)
        else early.push(message)
      }
      try {
        // Brokers reject no local for shared subscriptions [MQTT-3.8.3-4].
        const granted = await orLost(
          raw.subscribeAsync(filter, { qos, ...(settings.version === 5 && { nl: noLocal && !isShared }) }),
        )
        const code = granted[0]?.qos ?? qos
        if (Number(code) >= 0x80)
          throw new Error(`the server has rejected the subscription with code 0x${Number(code).toString(16)}`)
      } catch (error) {
        handlers.delete(handler)
        throw error
      }
      return async () => {
        handlers.delete(handler)
        if (!lost) await orLost(raw.unsubscribeAsync(filter))
      }
    },
    lost: () => lost,
    onLost(tell) {
      tellLost = tell
      if (lost) tell()
    },
    async close() {
      lost ??= new Error('the connection was closed')
      await raw.endAsync(true).catch(() => undefined) // it is closed in any case
    },
  }
}

/** The receive maximum of the server also limits it [MQTT-3.3.4-9]. */
function gateFor({ maxInflight }: MqttSettings, raw: MqttClient): Gate {
  const theirs = receiveMaximumOf(raw) ?? 65_535
  return createGate(Math.min(maxInflight === 0 ? 65_535 : maxInflight, theirs))
}

const receiveMaximums = new WeakMap<MqttClient, number>()
const receiveMaximumOf = (raw: MqttClient) => receiveMaximums.get(raw)

function connected(raw: MqttClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signal.removeEventListener('abort', giveUp)
      raw.off('close', closed)
    }
    // Stays registered, so that another error does not crash the process.
    const fail = (error: Error) => {
      settle()
      raw.end(true)
      reject(new Error(messageOf(error)))
    }
    const closed = () => fail(new Error('the server has closed the connection'))
    const giveUp = () => fail(new Error('given up'))
    signal.addEventListener('abort', giveUp)
    // Aborted while the library or a certificate was loaded.
    if (signal.aborted) giveUp()
    raw.on('error', fail)
    raw.on('close', closed)
    raw.once('connect', ({ properties }) => {
      if (properties?.receiveMaximum !== undefined) receiveMaximums.set(raw, properties.receiveMaximum)
      settle()
      raw.off('error', fail)
      resolve()
    })
  })
}

async function toOptions(settings: MqttSettings, identity: MqttIdentity): Promise<IClientOptions> {
  const { host, port, ssl, folder, version, cleanStart, keepalive, connectTimeout, bridgeMode } = settings
  const tls = await readTlsOptions(ssl, { host, folder })
  const options: IClientOptions & { readonly bridgeMode?: boolean } = {
    host,
    port,
    ...(tls as IClientOptions), // passed on to Node's `tls.connect`
    protocol: tls ? 'mqtts' : 'mqtt',
    protocolVersion: version,
    ...(version === 3 && { protocolId: 'MQIsdp' }),
    clientId: identity.clientId,
    ...(identity.username !== undefined && { username: identity.username }),
    ...(identity.password !== undefined && { password: identity.password }),
    clean: cleanStart,
    // Without it, an MQTT 5 session expires when the connection closes.
    ...(version === 5 && { properties: { sessionExpiryInterval: cleanStart ? 0 : 0xffffffff } }),
    keepalive: Math.min(Math.ceil(keepalive / 1000), 65_535),
    connectTimeout,
    // The owner of the connection reconnects.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // CONNECT is created from these options.
    ...(bridgeMode && version !== 5 && { bridgeMode }),
  }
  return options
}

/** Whether the server rejected the message permanently. 0x91, packet identifier in use, is temporary (as in EMQX). */
const refused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'number' &&
  error.code >= 0x80 &&
  error.code !== 0x91
