import type { IClientOptions, IConnackPacket, IPublishPacket, MqttClient, Packet } from 'mqtt'
import { createValue, type Value } from '../lib/value.ts'
import type { Pair } from '../ui/pairs-field.tsx'
import type { Delivery, MessageProperties, NewMessage } from './message.ts'
import { type Outgoing, toPublishOptions } from './outgoing.ts'
import { preciseNow } from './precise-now.ts'
import type { Scram } from './scram.ts'
import { addressOf, type ConnectionSettings, type ScramHash, scramHashOf, toClientOptions } from './settings.ts'
import { type Subscription, toSubscribeOptions, type WantedSubscription } from './subscription.ts'
import type { Ticker } from './ticker.ts'
import type { Trouble } from './trouble.ts'

export type ConnectionState = 'connecting' | 'connected' | 'disconnecting' | 'disconnected' | 'reconnecting'

/** What CONNACK told. */
export interface Established {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly settings: ConnectionSettings
  /** The one the broker gave, where it was asked to. */
  readonly clientId: string
  readonly sessionPresent: boolean
  readonly properties: NonNullable<IConnackPacket['properties']>
}

/** One client of MQTT.js over WebSocket. It lives outside of React, and goes on while the user is on other pages. */
export interface MqttConnection {
  readonly state: Readable<ConnectionState>
  /** Why there is no connection, until the next attempt succeeds. */
  readonly trouble: Readable<Trouble | undefined>
  readonly established: Readable<Established | undefined>
  readonly subscriptions: Readable<readonly Subscription[]>
  readonly connect: (settings: ConnectionSettings) => void
  /** With DISCONNECT; `withWill` asks the broker to publish the will nevertheless (MQTT 5, code 4). */
  readonly disconnect: (withWill?: boolean) => void
  /** Without a connection it is kept for the next one. Asking again replaces what was asked before. */
  readonly subscribe: (wanted: WantedSubscription) => void
  readonly unsubscribe: (filter: string) => void
  /** Writes it to the log, too. False without a connection. */
  readonly publish: (message: Outgoing) => boolean
  /** At once and for good. */
  readonly end: () => void
}

type Readable<T> = Pick<Value<T>, 'get' | 'subscribe'>

/** Where messages go, received and sent. */
interface ConnectionLog {
  /** Returns what it is known by. A payload must be copied to be kept: it shares its memory with what came with it. */
  readonly add: (message: NewMessage) => { readonly seq: number }
  /** What became of one that was sent with QoS 1 or 2. */
  readonly settle: (seq: number, delivery: Delivery) => void
}

export interface ConnectionParts {
  readonly log: ConnectionLog
  readonly load: () => Promise<MqttLibrary>
  readonly ticker: () => Ticker
  readonly openSocket: (url: string, protocols: readonly string[]) => WebSocket
}

type MqttLibrary = (url: string, options: IClientOptions) => MqttClient

/** How long a polite end may take, in milliseconds. */
const endPatience = 2000

export function createMqttConnection({ log, load, ticker, openSocket }: ConnectionParts): MqttConnection {
  const state = createValue<ConnectionState>('disconnected')
  const trouble = createValue<Trouble | undefined>(undefined)
  const established = createValue<Established | undefined>(undefined)
  const subscriptions = createValue<readonly Subscription[]>([])
  let client: MqttClient | undefined
  let version = 5
  /** Counts attempts: what comes late from one that was given up is ignored. */
  let attempt = 0

  const change = (filter: string, part: Partial<Subscription>) =>
    subscriptions.set(subscriptions.get().map((one) => (one.filter === filter ? { ...one, ...part } : one)))
  const waitAgain = () =>
    subscriptions.set(subscriptions.get().map((one) => ({ ...one, state: 'waiting', code: undefined })))
  const isOver = () => {
    state.set('disconnected')
    established.set(undefined)
    client = undefined
  }

  const send = (wanted: WantedSubscription) => {
    const using = client
    if (!using) return
    change(wanted.filter, { state: 'pending', code: undefined })
    using.subscribe(wanted.filter, toSubscribeOptions(wanted, version), (error, _granted, packet) => {
      if (client !== using) return
      const code = packet?.granted[0] ?? codeOf(error)
      if (typeof code !== 'number') change(wanted.filter, { state: 'failed', code: undefined })
      else change(wanted.filter, { state: code < 128 ? 'granted' : 'refused', code })
    })
  }

  const start = (
    settings: ConnectionSettings,
    library: MqttLibrary,
    newScram: (() => Scram) | undefined,
    mine: number,
  ) => {
    let scram: Scram | undefined
    const connecting = toClientOptions(settings)
    let closeCode: number | undefined
    let wasOpen = false
    let hasEnded: Trouble | undefined
    const url = addressOf(settings)
    const options: IClientOptions = {
      ...connecting,
      transformWsUrl: () => url,
      timerVariant: ticker(),
      createWebsocket(address, protocols) {
        closeCode = undefined
        wasOpen = false
        hasEnded = undefined
        // Each attempt is an exchange of its own, with its own nonce; MQTT.js reads the properties when the socket is open.
        scram = newScram?.()
        if (scram && connecting.properties) connecting.properties.authenticationData = asData(scram.first)
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
    let using: MqttClient
    try {
      using = library(url, options)
    } catch {
      // The constructor of WebSocket throws for what is no address, and for ws:// from an https page.
      trouble.set({ kind: 'forbidden' })
      isOver()
      return
    }
    client = using
    const isMine = () => attempt === mine
    using.handleAuth = (packet, done) => {
      answerOf(packet, scram).then((answer) => done(undefined, answer), done)
    }
    using.on('connect', (packet) => {
      if (!isMine()) return
      if (scram && !scram.isProof(textIn(packet))) {
        // Whoever it is does not know the password: nothing is said to them.
        trouble.set({ kind: 'unproved' })
        attempt += 1
        using.end(true)
        isOver()
        return
      }
      trouble.set(undefined)
      established.set(toEstablished(packet, settings))
      state.set('connected')
      // A session that was kept has them, too; asking again changes nothing and tells what was granted.
      for (const one of subscriptions.get()) send(one)
    })
    using.on('packetreceive', (packet) => {
      if (packet.cmd !== 'connack') return
      const code = (version === 5 ? packet.reasonCode : packet.returnCode) ?? 0
      if (code > 0) hasEnded = { kind: 'refused', version, code, text: packet.properties?.reasonString }
    })
    using.on('disconnect', ({ reasonCode = 0, properties }) => {
      hasEnded = { kind: 'disconnected', code: reasonCode, text: properties?.reasonString }
    })
    using.on('error', (error) => {
      hasEnded ??= troubleOf(error.message)
    })
    using.on('message', (topic, payload, packet) => {
      if (isMine()) log.add({ ...receivedOf(packet), at: preciseNow(), direction: 'in', topic, payload })
    })
    using.on('close', () => {
      if (!isMine()) return
      const wasConnected = state.get() === 'connected'
      established.set(undefined)
      waitAgain()
      if (state.get() === 'disconnecting') return
      trouble.set(hasEnded ?? (wasConnected ? { kind: 'lost', closeCode } : early(wasOpen, closeCode)))
      // Who was refused, or sent away, is so again.
      const isFinal = hasEnded?.kind === 'refused' || hasEnded?.kind === 'disconnected'
      if (settings.reconnect && !isFinal) {
        state.set('reconnecting')
        return
      }
      using.end(true)
      isOver()
    })
  }

  return {
    state,
    trouble,
    established,
    subscriptions,
    connect(settings) {
      attempt += 1
      const mine = attempt
      client?.end(true)
      client = undefined
      version = Number(settings.version)
      trouble.set(undefined)
      established.set(undefined)
      waitAgain()
      state.set('connecting')
      const withLibrary = (library: MqttLibrary): Promise<void> | void => {
        if (attempt !== mine) return
        const hash = scramHashOf(settings)
        if (!hash) return start(settings, library, undefined, mine)
        return loadScram(hash, settings).then((newScram) => {
          if (attempt === mine) start(settings, library, newScram, mine)
        })
      }
      load()
        .then(withLibrary)
        .catch((error: unknown) => {
          if (attempt !== mine) return
          trouble.set({ kind: 'protocol', text: String(error) })
          isOver()
        })
    },
    disconnect(withWill = false) {
      const using = client
      trouble.set(undefined)
      if (!using || state.get() !== 'connected') {
        // There is nobody to say goodbye to.
        attempt += 1
        using?.end(true)
        isOver()
        return
      }
      state.set('disconnecting')
      const mine = attempt
      const done = () => {
        clearTimeout(patience)
        if (attempt !== mine) return
        attempt += 1
        waitAgain()
        isOver()
      }
      const patience = setTimeout(() => {
        using.end(true)
        done()
      }, endPatience)
      using.end(false, withWill && version === 5 ? { reasonCode: 4 } : {}, done)
    },
    subscribe(wanted) {
      const others = subscriptions.get().filter(({ filter }) => filter !== wanted.filter)
      subscriptions.set([...others, { ...wanted, state: 'waiting', code: undefined }])
      if (state.get() === 'connected') send(wanted)
    },
    unsubscribe(filter) {
      subscriptions.set(subscriptions.get().filter((one) => one.filter !== filter))
      // What the broker says to it changes nothing: it is gone from the list, and 17 means that it was not there.
      if (state.get() === 'connected') client?.unsubscribe(filter)
    },
    publish(message) {
      const using = client
      if (!using || state.get() !== 'connected') return false
      const at = preciseNow()
      const { topic, payload, qos, retain, properties } = message
      const about = { at, topic, payload, qos, retain, properties, dup: false, direction: 'out' } as const
      const { seq } = log.add({ ...about, delivery: qos > 0 ? { kind: 'pending' } : undefined })
      // The types want a Buffer; streams take any bytes.
      using.publish(topic, payload as Buffer, toPublishOptions(message), (error, packet) => {
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
      isOver()
    },
  }
}

type AuthPacket = Parameters<MqttClient['handleAuth']>[0]

/** It comes only for those who need it. */
async function loadScram(hash: ScramHash, { username, password }: ConnectionSettings): Promise<() => Scram> {
  const { createScram } = await import('./scram.ts')
  return () => createScram(hash, username, password)
}

/** MQTT 5, 4.12: with 24 the broker asks for the next step. */
async function answerOf(packet: AuthPacket, scram: Scram | undefined): Promise<Packet> {
  const { reasonCode = 0, properties } = packet
  if (!scram || reasonCode !== continues) return packet
  const authenticationData = asData(await scram.answer(textIn(packet)))
  const authenticationMethod = properties?.authenticationMethod
  return {
    cmd: 'auth',
    reasonCode: continues,
    properties: { ...(authenticationMethod !== undefined && { authenticationMethod }), authenticationData },
  }
}

const continues = 24

const textIn = ({ properties }: Pick<IConnackPacket, 'properties'>) =>
  new TextDecoder().decode(properties?.authenticationData ?? new Uint8Array())

// The types want a Buffer, the encoder takes a text as well.
const asData = (text: string) => text as unknown as Buffer

function early(wasOpen: boolean, closeCode: number | undefined): Trouble {
  return wasOpen ? { kind: 'closedEarly', closeCode: closeCode ?? 1006 } : { kind: 'unreachable' }
}

/** MQTT.js has words only. */
function troubleOf(text: string): Trouble | undefined {
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

function toEstablished({ sessionPresent, properties = {} }: IConnackPacket, settings: ConnectionSettings): Established {
  const clientId = properties.assignedClientIdentifier ?? settings.clientId
  return { since: Date.now(), settings, clientId, sessionPresent, properties }
}

function receivedOf({ qos, retain, dup, properties }: IPublishPacket) {
  return { qos, retain, dup, ...(properties && { properties: toMessageProperties(properties) }) }
}

function toMessageProperties(properties: NonNullable<IPublishPacket['properties']>): MessageProperties | undefined {
  const { payloadFormatIndicator, messageExpiryInterval, contentType, responseTopic } = properties
  const { correlationData, topicAlias, subscriptionIdentifier, userProperties } = properties
  const result: MessageProperties = {
    ...(payloadFormatIndicator && { isUtf8: true }),
    ...(messageExpiryInterval !== undefined && { expiry: messageExpiryInterval }),
    ...(contentType !== undefined && { contentType }),
    ...(responseTopic !== undefined && { responseTopic }),
    ...(correlationData && { correlation: correlationData.slice() }),
    ...(topicAlias !== undefined && { topicAlias }),
    ...(subscriptionIdentifier !== undefined && {
      subscriptionIds: Array.isArray(subscriptionIdentifier) ? subscriptionIdentifier : [subscriptionIdentifier],
    }),
    ...(userProperties && { userProperties: toPairs(userProperties) }),
  }
  return Object.keys(result).length > 0 ? result : undefined
}

function toPairs(userProperties: Readonly<Record<string, string | readonly string[]>>): readonly Pair[] {
  return Object.entries(userProperties).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => ({ name, value: one })),
  )
}
