import type { IClientOptions, IConnackPacket, MqttClient, Packet } from 'mqtt'
import { createValue, type Value } from '../../../lib/json/value.ts'
import type { ConnectionProblem } from './connection-problem.ts'
import {
  addressOf,
  type ConnectionSettings,
  type ScramHash,
  scramHashOf,
  toClientOptions,
} from './connection-settings.ts'
import { type Delivery, type NewMessage, toReceived } from './message.ts'
import { type OutgoingMessage, toPublishOptions } from './outgoing-message.ts'
import { preciseNow } from './precise-now.ts'
import type { ScramExchange } from './scram.ts'
import { type Subscription, type SubscriptionRequest, toSubscribeOptions } from './subscription.ts'
import type { Ticker } from './ticker.ts'

export type ConnectionState = 'connecting' | 'connected' | 'disconnecting' | 'disconnected' | 'reconnecting'

/** A connection that the broker has accepted with CONNACK. */
export interface EstablishedConnection {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly settings: ConnectionSettings
  /** May be assigned by the broker. */
  readonly clientId: string
  readonly sessionPresent: boolean
  readonly properties: NonNullable<IConnackPacket['properties']>
}

/** An MQTT.js client over WebSocket. It lives outside of React, so that it stays connected on other pages. */
export interface MqttConnection {
  readonly state: Readable<ConnectionState>
  /** Why the last attempt or connection failed, until the next attempt. */
  readonly problem: Readable<ConnectionProblem | undefined>
  readonly established: Readable<EstablishedConnection | undefined>
  readonly subscriptions: Readable<readonly Subscription[]>
  readonly connect: (settings: ConnectionSettings) => void
  /** Sends DISCONNECT. With `withWill` the broker publishes the will message (MQTT 5, reason code 4). */
  readonly disconnect: (withWill?: boolean) => void
  /** Without a connection, the client subscribes on the next one. Replaces a subscription to the same filter. */
  readonly subscribe: (request: SubscriptionRequest) => void
  readonly unsubscribe: (filter: string) => void
  /** Also adds the message to the log. False without a connection. */
  readonly publish: (message: OutgoingMessage) => boolean
  /** Closes the connection immediately, without DISCONNECT. */
  readonly end: () => void
}

type Readable<T> = Pick<Value<T>, 'get' | 'subscribe'>

/** The log of received and sent messages. */
interface ConnectionLog {
  /** Returns the sequence number. Must copy the payload, which shares its memory with other received data. */
  readonly add: (message: NewMessage) => { readonly seq: number }
  /** Sets the acknowledgement of a message sent with QoS 1 or 2. */
  readonly settle: (seq: number, delivery: Delivery) => void
}

export interface ConnectionParts {
  readonly log: ConnectionLog
  readonly load: () => Promise<MqttLibrary>
  readonly ticker: () => Ticker
  readonly openSocket: (url: string, protocols: readonly string[]) => WebSocket
}

type MqttLibrary = (url: string, options: IClientOptions) => MqttClient

/** Maximum time to wait for DISCONNECT to be sent. */
const disconnectTimeoutMs = 2000

export function createMqttConnection({ log, load, ticker, openSocket }: ConnectionParts): MqttConnection {
  const state = createValue<ConnectionState>('disconnected')
  const problem = createValue<ConnectionProblem | undefined>(undefined)
  const established = createValue<EstablishedConnection | undefined>(undefined)
  const subscriptions = createValue<readonly Subscription[]>([])
  let client: MqttClient | undefined
  let version = 5
  /** Number of the current attempt. Late events of an earlier attempt are ignored. */
  let attempt = 0

  const updateSubscription = (filter: string, changes: Partial<Subscription>) =>
    subscriptions.set(subscriptions.get().map((each) => (each.filter === filter ? { ...each, ...changes } : each)))
  const resetSubscriptions = () =>
    subscriptions.set(subscriptions.get().map((each) => ({ ...each, state: 'waiting', code: undefined })))
  const setDisconnected = () => {
    state.set('disconnected')
    established.set(undefined)
    client = undefined
  }

  const sendSubscribe = (request: SubscriptionRequest) => {
    const current = client
    if (!current) return
    updateSubscription(request.filter, { state: 'pending', code: undefined })
    current.subscribe(request.filter, toSubscribeOptions(request, version), (error, _granted, packet) => {
      if (client !== current) return
      const code = packet?.granted[0] ?? codeOf(error)
      if (typeof code !== 'number') updateSubscription(request.filter, { state: 'failed', code: undefined })
      else updateSubscription(request.filter, { state: code < 128 ? 'granted' : 'refused', code })
    })
  }

  const start = (
    settings: ConnectionSettings,
    library: MqttLibrary,
    newScram: (() => ScramExchange) | undefined,
    ownAttempt: number,
  ) => {
    let scram: ScramExchange | undefined
    const clientOptions = toClientOptions(settings)
    let closeCode: number | undefined
    let wasOpen = false
    let reportedProblem: ConnectionProblem | undefined
    const url = addressOf(settings)
    const options: IClientOptions = {
      ...clientOptions,
      transformWsUrl: () => url,
      timerVariant: ticker(),
      createWebsocket(address, protocols) {
        closeCode = undefined
        wasOpen = false
        reportedProblem = undefined
        // Each attempt is a new exchange with a new nonce. MQTT.js reads the properties when the socket is open.
        scram = newScram?.()
        if (scram && clientOptions.properties) clientOptions.properties.authenticationData = asData(scram.first)
        const socket = openSocket(address, protocols)
        socket.addEventListener('open', () => {
          wasOpen = true
        })
        socket.addEventListener('close', ({ code }) => {
          closeCode = code
        })
        return socket
      },
    }
    let current: MqttClient
    try {
      current = library(url, options)
    } catch {
      // The WebSocket constructor throws for an invalid address, and for ws:// on an https page.
      problem.set({ kind: 'forbidden' })
      setDisconnected()
      return
    }
    client = current
    const isCurrentAttempt = () => attempt === ownAttempt
    current.handleAuth = (packet, done) => {
      authResponse(packet, scram).then((response) => done(undefined, response), done)
    }
    current.on('connect', (packet) => {
      if (!isCurrentAttempt()) return
      if (scram && !scram.isProof(textIn(packet))) {
        // The server does not have the password, so it gets no DISCONNECT either.
        problem.set({ kind: 'unproved' })
        attempt += 1
        current.end(true)
        setDisconnected()
        return
      }
      problem.set(undefined)
      established.set(toEstablished(packet, settings))
      state.set('connected')
      // A resumed session already has them. Subscribing again returns the granted QoS.
      for (const subscription of subscriptions.get()) sendSubscribe(subscription)
    })
    current.on('packetreceive', (packet) => {
      if (packet.cmd !== 'connack') return
      const code = (version === 5 ? packet.reasonCode : packet.returnCode) ?? 0
      if (code > 0) reportedProblem = { kind: 'refused', version, code, text: packet.properties?.reasonString }
    })
    current.on('disconnect', ({ reasonCode = 0, properties }) => {
      reportedProblem = { kind: 'disconnected', code: reasonCode, text: properties?.reasonString }
    })
    current.on('error', (error) => {
      reportedProblem ??= problemOf(error.message)
    })
    current.on('message', (topic, payload, packet) => {
      if (isCurrentAttempt()) log.add({ ...toReceived(packet), at: preciseNow(), direction: 'in', topic, payload })
    })
    current.on('close', () => {
      if (!isCurrentAttempt()) return
      const wasConnected = state.get() === 'connected'
      established.set(undefined)
      resetSubscriptions()
      if (state.get() === 'disconnecting') return
      problem.set(
        reportedProblem ?? (wasConnected ? { kind: 'lost', closeCode } : problemBeforeConnack(wasOpen, closeCode)),
      )
      // A rejected or disconnected client would be rejected again.
      const isFinal = reportedProblem?.kind === 'refused' || reportedProblem?.kind === 'disconnected'
      if (settings.reconnect && !isFinal) {
        state.set('reconnecting')
        return
      }
      current.end(true)
      setDisconnected()
    })
  }

  return {
    state,
    problem,
    established,
    subscriptions,
    connect(settings) {
      attempt += 1
      const ownAttempt = attempt
      client?.end(true)
      client = undefined
      version = Number(settings.version)
      problem.set(undefined)
      established.set(undefined)
      resetSubscriptions()
      state.set('connecting')
      const withLibrary = (library: MqttLibrary): Promise<void> | void => {
        if (attempt !== ownAttempt) return
        const hash = scramHashOf(settings)
        if (!hash) return start(settings, library, undefined, ownAttempt)
        return loadScram(hash, settings).then((newScram) => {
          if (attempt === ownAttempt) start(settings, library, newScram, ownAttempt)
        })
      }
      load()
        .then(withLibrary)
        .catch((error: unknown) => {
          if (attempt !== ownAttempt) return
          problem.set({ kind: 'protocol', text: String(error) })
          setDisconnected()
        })
    },
    disconnect(withWill = false) {
      const current = client
      problem.set(undefined)
      if (!current || state.get() !== 'connected') {
        // Without a connection there is no DISCONNECT to send.
        attempt += 1
        current?.end(true)
        setDisconnected()
        return
      }
      state.set('disconnecting')
      const ownAttempt = attempt
      const done = () => {
        clearTimeout(timeout)
        if (attempt !== ownAttempt) return
        attempt += 1
        resetSubscriptions()
        setDisconnected()
      }
      const timeout = setTimeout(() => {
        current.end(true)
        done()
      }, disconnectTimeoutMs)
      current.end(false, withWill && version === 5 ? { reasonCode: 4 } : {}, done)
    },
    subscribe(request) {
      const others = subscriptions.get().filter(({ filter }) => filter !== request.filter)
      subscriptions.set([...others, { ...request, state: 'waiting', code: undefined }])
      if (state.get() === 'connected') sendSubscribe(request)
    },
    unsubscribe(filter) {
      subscriptions.set(subscriptions.get().filter((each) => each.filter !== filter))
      // The UNSUBACK is ignored: the subscription is removed from the list in any case.
      if (state.get() === 'connected') client?.unsubscribe(filter)
    },
    publish(message) {
      const current = client
      if (!current || state.get() !== 'connected') return false
      const at = preciseNow()
      const { topic, payload, qos, retain, properties } = message
      const logged = { at, topic, payload, qos, retain, properties, dup: false, direction: 'out' } as const
      const { seq } = log.add({ ...logged, delivery: qos > 0 ? { kind: 'pending' } : undefined })
      // The type is Buffer, but any bytes work.
      current.publish(topic, payload as Buffer, toPublishOptions(message), (error, packet) => {
        const code = codeOf(error) ?? (error ? undefined : reasonCodeIn(packet))
        if (code !== undefined) {
          if (qos > 0) log.settle(seq, { kind: 'done', code, after: preciseNow() - at })
        } else if (error) log.settle(seq, { kind: 'failed', text: error.message })
      })
      return true
    },
    end() {
      attempt += 1
      client?.end(true)
      setDisconnected()
    },
  }
}

type AuthPacket = Parameters<MqttClient['handleAuth']>[0]

/** Loaded only for connections that use SCRAM. */
async function loadScram(hash: ScramHash, { username, password }: ConnectionSettings): Promise<() => ScramExchange> {
  const { createScram } = await import('./scram.ts')
  return () => createScram(hash, username, password)
}

/** MQTT 5, 4.12: with reason code 24 the broker requests the next step. */
async function authResponse(packet: AuthPacket, scram: ScramExchange | undefined): Promise<Packet> {
  const { reasonCode = 0, properties } = packet
  if (!scram || reasonCode !== continueAuthentication) return packet
  const authenticationData = asData(await scram.answer(textIn(packet)))
  const authenticationMethod = properties?.authenticationMethod
  return {
    cmd: 'auth',
    reasonCode: continueAuthentication,
    properties: { ...(authenticationMethod !== undefined && { authenticationMethod }), authenticationData },
  }
}

const continueAuthentication = 24

const textIn = ({ properties }: Pick<IConnackPacket, 'properties'>) =>
  new TextDecoder().decode(properties?.authenticationData ?? new Uint8Array())

// The type is Buffer, but the encoder also accepts a string.
const asData = (text: string) => text as unknown as Buffer

function problemBeforeConnack(wasOpen: boolean, closeCode: number | undefined): ConnectionProblem {
  return wasOpen ? { kind: 'closedEarly', closeCode: closeCode ?? 1006 } : { kind: 'unreachable' }
}

/** MQTT.js reports these problems as text only. */
function problemOf(text: string): ConnectionProblem | undefined {
  if (text === 'connack timeout') return { kind: 'timeout' }
  if (text === 'Keepalive timeout') return { kind: 'keepAlive' }
  return text === 'WebSocket error' ? undefined : { kind: 'protocol', text }
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined
}

function reasonCodeIn(packet: Packet | undefined): number {
  return packet && 'reasonCode' in packet ? (packet.reasonCode ?? 0) : 0
}

function toEstablished(
  { sessionPresent, properties = {} }: IConnackPacket,
  settings: ConnectionSettings,
): EstablishedConnection {
  const clientId = properties.assignedClientIdentifier ?? settings.clientId
  return { since: Date.now(), settings, clientId, sessionPresent, properties }
}
