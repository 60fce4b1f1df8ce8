import { createHash, randomBytes } from 'node:crypto'
import {
  type MqttConnection,
  type MqttIdentity,
  type MqttMessage,
  type MqttProperties,
  mqttType,
} from '@mqdeck/drivers'
import { parseTemplate, SettingsError } from '@mqdeck/kit'
import { encodeJson } from '@mqdeck/kit/json'
import type { ActionPlain, ConnectorPlain, SourcePlain } from '../plain.ts'
import type { ActionRuntime, Data, IntegrationContext, IntegrationRuntime, SourceRuntime } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import type { mqtt } from './manifest.ts'
import { createProperties, toPubProps } from './pub-props.ts'

type Connector = ConnectorPlain<typeof mqtt>
type ActionParameters = ActionPlain<typeof mqtt>
type SourceParameters = SourcePlain<typeof mqtt>

interface Publish {
  readonly topic: string
  readonly payload: string | Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly properties: MqttProperties
}

export const runtime: IntegrationRuntime<Connector, MqttConnection, ActionParameters, SourceParameters> = {
  connect: (settings, context) =>
    mqttType({
      ...settings.server,
      ssl: settings.ssl,
      folder: context.folder,
      version: versions[settings.proto_ver],
      identities: identitiesOf(settings, context),
      cleanStart: settings.clean_start,
      bridgeMode: settings.bridge_mode,
      keepalive: settings.keepalive,
      connectTimeout: settings.connect_timeout,
      retryInterval: settings.retry_interval,
      maxInflight: settings.max_inflight,
    }),
  action: createAction,
  source: createSource,
}

const versions = { v3: 3, v4: 4, v5: 5 } as const

/** One identity per connection. With static client IDs, those of this node. */
function identitiesOf(settings: Connector, { name, node }: IntegrationContext): readonly MqttIdentity[] {
  const { username, password, clientid_prefix: prefix = '', static_clientids: fixed, pool_size: size } = settings
  const login = { username, password }
  if (fixed.length > 0)
    return (
      fixed
        .filter((one) => one.node === node)
        .flatMap(({ ids }) => ids)
        // As in EMQX, a static client ID without a username connects without one.
        .map((one) => (typeof one === 'string' ? { clientId: one } : { ...one, clientId: one.clientid }))
    )
  return Array.from({ length: size }, (_, index) => ({ clientId: clientIdOf(prefix, name, node, index + 1), ...login }))
}

function createAction(parameters: ActionParameters): ActionRuntime<MqttConnection, Publish> {
  const topic = parseTemplate(parameters.topic)
  const payload = parameters.payload === undefined ? undefined : parseTemplate(parameters.payload)
  const qosOf = levelOf(parameters.qos)
  const retainOf = flagOf(parameters.retain)
  const propertiesOf = createProperties(parameters.mqtt_properties)
  // Missing values are empty, as in EMQX.
  const nothing = () => ''
  return {
    render: (data) => ({
      topic: topicOf(fill(topic, data, nothing)),
      payload: payload ? fillBytes(payload, data, nothing) : encodeJson(data),
      qos: qosOf(data),
      retain: retainOf(data),
      properties: propertiesOf(data),
    }),
    async send(connection, [message], signal) {
      if (!message) return undefined
      const { payload: given } = message
      await connection.publish({ ...message, payload: typeof given === 'string' ? Buffer.from(given) : given }, signal)
      return { qos: message.qos }
    },
  }
}

/** MQTT 5, 3.3.2.1 and 4.7.3. */
function topicOf(topic: string): string {
  if (topic === '') throw new Error('the topic is empty')
  if (/[+#\0]/.test(topic)) throw new Error(`${topic} has characters that are not allowed in a topic`)
  if (Buffer.byteLength(topic) > 65_535) throw new Error('the topic is longer than 65535 bytes')
  return topic
}

function levelOf(given: ActionParameters['qos']): (data: Data) => 0 | 1 | 2 {
  if (typeof given === 'number') return () => given
  const template = parseTemplate(given)
  return (data) => {
    const text = fill(template, data, () => '0')
    if (text === '0') return 0
    if (text === '1') return 1
    if (text === '2') return 2
    throw new Error(`${text} is not a QoS level`)
  }
}

function flagOf(given: ActionParameters['retain']): (data: Data) => boolean {
  if (typeof given === 'boolean') return () => given
  const template = parseTemplate(given)
  return (data) => {
    const text = fill(template, data, () => 'false')
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    throw new Error(`${text} is not true or false`)
  }
}

function createSource(
  parameters: SourceParameters,
  { server, pool_size: size }: Connector,
  context: IntegrationContext,
): SourceRuntime<MqttConnection> {
  const { topic: filter, no_local: noLocal } = parameters
  const isShared = filter.startsWith('$share/')
  if (filter === '' || (isShared && filter.split('/').slice(2).join('/') === ''))
    throw new SettingsError('topic', 'must be a topic filter')
  // EMQX acknowledges messages with QoS 1 at most.
  const qos = parameters.qos === 0 ? 0 : 1
  if (!isShared && size > 1) context.log.info({ source: context.name, topic: filter }, 'mqtt_pool_size_ignored')
  const shown = `${server.host}:${server.port}`
  return {
    start: (connection, emit) =>
      connection.subscribe({ filter, qos, noLocal }, (message) => emit(toData(message, shown, context.clock.now()))),
  }
}

const toData = ({ topic, payload, qos, retain, dup, properties }: MqttMessage, server: string, now: number): Data => ({
  id: randomBytes(16).toString('hex').toUpperCase(),
  server,
  payload,
  topic,
  qos: BigInt(qos),
  dup,
  retain,
  pub_props: toPubProps(properties),
  message_received_at: BigInt(now),
})

/** Bytes that all servers accept (MQTT 3.1.1, 3.1.3.1). */
const safe = 23
/** The remaining bytes make client IDs unique. */
const maxPrefixLength = 19

/**
 * As in EMQX, the ID is stable and unique for each connector, node and position in the pool. Without a prefix, or with
 * a prefix up to 19 bytes, it has at most 23 bytes. Longer prefixes are not shortened.
 * @param index starts at 1
 */
export function clientIdOf(prefix: string, name: string, node: string, index: number): string {
  const own = `${name}:${hashed(node, 4)}:${index}`
  const size = Buffer.byteLength(prefix)
  if (size > maxPrefixLength || size + Buffer.byteLength(own) <= safe) return prefix + own
  return prefix + hashed(own, safe - size)
}

const hashed = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
