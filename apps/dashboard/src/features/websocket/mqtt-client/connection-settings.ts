import type { IClientOptions } from 'mqtt'
import type { TopicFault } from '../../../lib/topics/topic-name.ts'
import type { Pair } from '../../../ui/fields/pairs-field.tsx'
import {
  contentFaults,
  emptyContent,
  isWholeNumber,
  type MessageContent,
  maxSeconds,
  qosLevels,
} from '../../publish/index.ts'

/** The values of the connection form. Numbers are undefined while their field is empty. */
export interface ConnectionSettings {
  readonly scheme: 'ws' | 'wss'
  readonly host: string
  readonly port: number | undefined
  /** Starts with a slash. */
  readonly path: string
  /** Protocol level of CONNECT: 5, 4 for MQTT 3.1.1, 3 for MQTT 3.1. */
  readonly version: '5' | '4' | '3'
  readonly clientId: string
  readonly clean: boolean
  readonly username: string
  readonly password: string
  /** Seconds; 0 disables it. */
  readonly keepAlive: number | undefined
  /** Seconds until a connection attempt fails. */
  readonly connectTimeout: number | undefined
  readonly reconnect: boolean
  /** Seconds between two connection attempts. */
  readonly reconnectPeriod: number | undefined
  readonly will: Will
  /** This and all following fields are MQTT 5 only. Seconds; ignored with `neverExpires`. */
  readonly sessionExpiry: number | undefined
  readonly neverExpires: boolean
  readonly receiveMaximum: number | undefined
  /** Bytes. */
  readonly maximumPacketSize: number | undefined
  readonly topicAliasMaximum: number | undefined
  /** Sends repeated topics as topic aliases, up to the maximum of the broker. */
  readonly autoTopicAlias: boolean
  readonly requestResponse: boolean
  readonly requestProblem: boolean
  readonly authMethod: string
  readonly authData: string
  readonly userProperties: readonly Pair[]
}

export interface Will extends MessageContent {
  readonly enabled: boolean
  /** Seconds. */
  readonly delay: number | undefined
}

/** Session expiry interval of a session that never expires (MQTT 5, 3.1.2.11.2). */
export const infiniteExpiry = maxSeconds

export const randomClientId = (random: () => number = Math.random): string =>
  `mqdeck_${Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)]).join('')}`
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The settings of a new connection from a page at `location`. */
export function newSettings({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): ConnectionSettings {
  const scheme = protocol === 'https:' ? 'wss' : 'ws'
  return {
    scheme,
    host: hostname,
    port: scheme === 'wss' ? 8084 : 8083,
    path: '/mqtt',
    version: '5',
    clientId: randomClientId(),
    clean: true,
    username: '',
    password: '',
    keepAlive: 60,
    connectTimeout: 5,
    reconnect: false,
    reconnectPeriod: 2,
    will: { ...emptyContent, enabled: false, delay: undefined },
    sessionExpiry: undefined,
    neverExpires: false,
    receiveMaximum: undefined,
    maximumPacketSize: undefined,
    topicAliasMaximum: undefined,
    autoTopicAlias: false,
    requestResponse: false,
    requestProblem: true,
    authMethod: '',
    authData: '',
    userProperties: [],
  }
}

export const addressOf = ({ scheme, host, port, path }: ConnectionSettings): string =>
  `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}${port === undefined ? '' : `:${port}`}${path}`

type NumberName = 'keepAlive' | 'connectTimeout' | 'reconnectPeriod' | Mqtt5Number
type Mqtt5Number = 'sessionExpiry' | 'receiveMaximum' | 'maximumPacketSize' | 'topicAliasMaximum'

export interface SettingsFaults {
  readonly host?: true
  readonly port?: true
  readonly path?: true
  /** Numbers outside of `bounds`. */
  readonly numbers: ReadonlySet<NumberName | 'delay' | 'expiry'>
  /** MQTT 3 requires a client ID without clean session [MQTT-3.1.3-8]. */
  readonly clientId?: true
  readonly willTopic?: TopicFault
  readonly willResponseTopic?: TopicFault
  /** Authentication data without a method is a protocol error (MQTT 5, 3.1.2.11.10). */
  readonly authMethod?: true
}

/** Lowest and highest allowed value of each number. */
export const bounds: Readonly<Record<NumberName, readonly [number, number]>> = {
  keepAlive: [0, 65_535],
  connectTimeout: [1, 300],
  reconnectPeriod: [0.1, 3600],
  sessionExpiry: [0, infiniteExpiry],
  receiveMaximum: [1, 65_535],
  maximumPacketSize: [20, 268_435_455],
  topicAliasMaximum: [0, 65_535],
}

/** The faults of the settings; undefined for valid settings. */
export function faultsOf(settings: ConnectionSettings): SettingsFaults | undefined {
  const { host, port, path, version, clientId, clean, will, authMethod, authData } = settings
  const isMqtt5 = version === '5'
  const numbers = new Set<NumberName | 'delay' | 'expiry'>()
  for (const name of isMqtt5 ? [...mqtt3Numbers, ...mqtt5Numbers] : mqtt3Numbers) {
    if (name === 'reconnectPeriod' && !settings.reconnect) continue
    const value = settings[name]
    const [low, high] = bounds[name]
    if (value === undefined ? required.has(name) : !(value >= low && value <= high)) numbers.add(name)
  }
  const willFaults = will.enabled ? contentFaults(will, isMqtt5) : {}
  if (willFaults.expiry) numbers.add('expiry')
  if (will.enabled && isMqtt5 && !isWholeNumber(will.delay, 0, maxSeconds)) numbers.add('delay')
  const faults: SettingsFaults = {
    numbers,
    ...(!isHost(host) && { host: true }),
    ...(port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536) && { port: true }),
    ...(!/^\/\S*$/.test(path) && { path: true }),
    ...(!isMqtt5 && !clean && clientId === '' && { clientId: true }),
    ...(willFaults.topic && { willTopic: willFaults.topic }),
    ...(willFaults.responseTopic && { willResponseTopic: willFaults.responseTopic }),
    ...(isMqtt5 && authMethod === '' && authData !== '' && { authMethod: true }),
  }
  return numbers.size > 0 || Object.keys(faults).length > 1 ? faults : undefined
}

const mqtt3Numbers = ['keepAlive', 'connectTimeout', 'reconnectPeriod'] as const
const mqtt5Numbers = ['sessionExpiry', 'receiveMaximum', 'maximumPacketSize', 'topicAliasMaximum'] as const
const required: ReadonlySet<NumberName> = new Set(mqtt3Numbers)
const isHost = (host: string) => /^[^\s/?#@]+$/.test(host)

/** The options for MQTT.js. */
export function toClientOptions(settings: ConnectionSettings): IClientOptions {
  const { version, clientId, clean, username, password, will } = settings
  const isMqtt5 = version === '5'
  return {
    protocolVersion: protocolVersions[version],
    ...(version === '3' && { protocolId: 'MQIsdp' }),
    // With an empty ID the broker assigns one. MQTT.js generates one only if it is undefined.
    clientId,
    clean,
    ...(username !== '' && { username }),
    // SCRAM proves the password without sending it.
    ...(password !== '' && !scramHashOf(settings) && { password }),
    keepalive: settings.keepAlive ?? 60,
    connectTimeout: (settings.connectTimeout ?? 5) * 1000,
    reconnectPeriod: settings.reconnect ? (settings.reconnectPeriod ?? 2) * 1000 : 0,
    // The connection renews subscriptions itself, to show the granted QoS of each.
    resubscribe: false,
    queueQoSZero: false,
    ...(will.enabled && { will: toWill(will, isMqtt5) }),
    ...(isMqtt5 && { autoAssignTopicAlias: settings.autoTopicAlias, properties: toConnectProperties(settings) }),
  }
}

export type ScramHash = 'sha256' | 'sha512'

/** The hash of the SCRAM exchange; undefined without one. Authentication data disables the exchange. */
export function scramHashOf({ version, authMethod, authData }: ConnectionSettings): ScramHash | undefined {
  if (version !== '5' || authData !== '') return undefined
  return authMethod === 'SCRAM-SHA-256' ? 'sha256' : authMethod === 'SCRAM-SHA-512' ? 'sha512' : undefined
}

const protocolVersions = { '5': 5, '4': 4, '3': 3 } as const

function toConnectProperties(settings: ConnectionSettings): NonNullable<IClientOptions['properties']> {
  const { sessionExpiry, neverExpires, receiveMaximum, maximumPacketSize, topicAliasMaximum } = settings
  const { authMethod, authData, requestResponse, requestProblem, userProperties } = settings
  const expiry = neverExpires ? infiniteExpiry : sessionExpiry
  return {
    ...(expiry !== undefined && { sessionExpiryInterval: expiry }),
    ...(receiveMaximum !== undefined && { receiveMaximum }),
    ...(maximumPacketSize !== undefined && { maximumPacketSize }),
    ...(topicAliasMaximum !== undefined && { topicAliasMaximum }),
    ...(requestResponse && { requestResponseInformation: true }),
    ...(!requestProblem && { requestProblemInformation: false }),
    ...(authMethod !== '' && { authenticationMethod: authMethod }),
    // The type is Buffer, but the encoder also accepts a string.
    ...(authData !== '' && { authenticationData: authData as unknown as Buffer }),
    ...toUserProperties(userProperties),
  }
}

function toWill(will: Will, isMqtt5: boolean): NonNullable<IClientOptions['will']> {
  const { topic, payload, qos, retain, delay, expiry, isUtf8, contentType, responseTopic, correlation } = will
  const properties = {
    ...(delay !== undefined && { willDelayInterval: delay }),
    ...(expiry !== undefined && { messageExpiryInterval: expiry }),
    ...(isUtf8 && { payloadFormatIndicator: true }),
    ...(contentType !== '' && { contentType }),
    ...(responseTopic !== '' && { responseTopic }),
    // See authenticationData.
    ...(correlation !== '' && { correlationData: correlation as unknown as Buffer }),
    ...toUserProperties(will.userProperties),
  }
  return {
    topic,
    payload: payload as unknown as Buffer,
    qos: qosLevels[qos],
    retain,
    ...(isMqtt5 && { properties }),
  }
}

/** For MQTT.js: a repeated name has a list of values. Rows without a name are skipped. */
export function toUserProperties(pairs: readonly Pair[]): { userProperties?: Record<string, string | string[]> } {
  const filled = pairs.filter(({ name }) => name !== '')
  if (filled.length === 0) return {}
  const userProperties: Record<string, string | string[]> = {}
  for (const { name, value } of filled) {
    const before = Object.hasOwn(userProperties, name) ? userProperties[name] : undefined
    userProperties[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return { userProperties }
}
