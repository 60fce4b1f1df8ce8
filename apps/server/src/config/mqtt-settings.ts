import { defaultMqttSettings, type MqttSettings } from '@mqdeck/broker'
import { type Setting, setting } from './setting.ts'
import { byteSize, duration, flag, integer, oneOf, orInfinity, text, type ValueType } from './value-types.ts'

const max = Number.MAX_SAFE_INTEGER

const qos: ValueType<MqttSettings['max_qos_allowed']> = {
  expects: '0, 1 or 2',
  read: (value) => ([0, 1, 2] as const).find((level) => String(level) === String(value)),
}

const multiplier: ValueType<number> = {
  expects: 'a number from 1 to 10',
  read: (value) => (Number(value) >= 1 && Number(value) <= 10 ? Number(value) : undefined),
}

/** A packet cannot be longer (MQTT 5, 2.1.4). */
const longestPacket = 268_435_455
const packetSize: ValueType<number> = {
  ...byteSize,
  expects: `${byteSize.expects}, at most 256MB`,
  read: (value) => {
    const size = byteSize.read(value) ?? 0
    return size >= 1 && size <= longestPacket ? size : undefined
  },
}

function mqtt<K extends keyof MqttSettings>(
  name: K,
  type: ValueType<MqttSettings[K]>,
  help: string,
): Setting<MqttSettings[K]> {
  return setting(`MQDECK_MQTT_${name.toUpperCase()}`, type, defaultMqttSettings[name], help)
}

const strategy = oneOf(
  'random',
  'round_robin',
  'round_robin_per_group',
  'sticky',
  'local',
  'hash_topic',
  'hash_clientid',
)

/** The MQTT settings of the zone `default`, under EMQX's names and with the broker's defaults. */
export const mqttSettings = {
  'mqtt.max_packet_size': mqtt('max_packet_size', packetSize, 'Longest packet accepted'),
  'mqtt.max_clientid_len': mqtt('max_clientid_len', integer(23, 65535), 'Longest client id, bytes'),
  'mqtt.max_topic_levels': mqtt('max_topic_levels', integer(1, 65535), 'Most levels in a topic'),
  'mqtt.max_qos_allowed': mqtt('max_qos_allowed', qos, 'Highest QoS'),
  'mqtt.max_topic_alias': mqtt('max_topic_alias', integer(0, 65535), 'Most topic aliases of a client'),
  'mqtt.retain_available': mqtt('retain_available', flag, 'Retained messages are allowed'),
  'mqtt.wildcard_subscription': mqtt('wildcard_subscription', flag, 'Wildcard subscriptions are allowed'),
  'mqtt.shared_subscription': mqtt('shared_subscription', flag, 'Shared subscriptions are allowed'),
  'mqtt.shared_subscription_strategy': mqtt('shared_subscription_strategy', strategy, 'Who of a group gets a message'),
  'mqtt.exclusive_subscription': mqtt('exclusive_subscription', flag, '$exclusive/ is allowed'),
  'mqtt.ignore_loop_deliver': mqtt('ignore_loop_deliver', flag, 'MQTT 3 clients do not get their own messages'),
  'mqtt.strict_mode': mqtt('strict_mode', flag, 'Check UTF-8 in every text'),
  'mqtt.response_information': mqtt('response_information', text, 'Response information in CONNACK'),
  'mqtt.keepalive_multiplier': mqtt(
    'keepalive_multiplier',
    multiplier,
    'A client is away after its keep alive times this',
  ),
  'mqtt.max_subscriptions': mqtt('max_subscriptions', orInfinity(integer(1, max)), 'Most subscriptions of a client'),
  'mqtt.upgrade_qos': mqtt('upgrade_qos', flag, 'Deliver with the QoS of the subscription'),
  'mqtt.max_inflight': mqtt('max_inflight', integer(1, 65535), 'Most unacknowledged messages to a client'),
  'mqtt.retry_interval': mqtt('retry_interval', orInfinity(duration), 'Send an unacknowledged message again after'),
  'mqtt.max_awaiting_rel': mqtt(
    'max_awaiting_rel',
    orInfinity(integer(0, max)),
    'Most QoS 2 messages of a client without PUBREL',
  ),
  'mqtt.await_rel_timeout': mqtt('await_rel_timeout', duration, 'Wait for PUBREL at most'),
  'mqtt.session_expiry_interval': mqtt('session_expiry_interval', duration, 'Keep the session of an MQTT 3 client for'),
  'mqtt.max_mqueue_len': mqtt('max_mqueue_len', orInfinity(integer(0, max)), 'Most messages that wait for a client'),
  'mqtt.mqueue_default_priority': mqtt(
    'mqueue_default_priority',
    oneOf('highest', 'lowest'),
    'Priority of topics without one of their own',
  ),
  'mqtt.mqueue_store_qos0': mqtt('mqueue_store_qos0', flag, 'QoS 0 messages wait for clients that are away'),
  'mqtt.idle_timeout': mqtt('idle_timeout', duration, 'Wait for CONNECT at most'),
  'mqtt.use_username_as_clientid': mqtt('use_username_as_clientid', flag, 'The user name is the client id'),
} satisfies { readonly [K in keyof MqttSettings as `mqtt.${K}`]?: Setting<MqttSettings[K]> }
