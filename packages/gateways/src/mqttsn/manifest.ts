import {
  flag,
  integer,
  list,
  type PlainValue,
  secretTemplate,
  setting,
  struct,
  structKind,
  template,
  text,
} from '@mqdeck/contract'
import type { GatewayManifest } from '../port.ts'

/** A name, or a filter: clients can subscribe to both. */
const topicFilter = /^(?!.*[^/][#+])(?!.*[#+][^/])(?!.*#\/)[^\0]+$/

const predefinedTopic = struct('gateway.mqttsn_predefined', {
  id: setting(integer(1, 1024), {
    required: true,
    label: { en: 'Topic ID', zh: '主题 ID' },
    help: {
      en: 'Identifier that clients send instead of the topic, from 1 to 1024.',
      zh: '客户端用来代替主题的标识符，范围 1 到 1024。',
    },
  }),
  topic: setting(text({ maxBytes: 65_535, pattern: topicFilter, expects: 'a topic or a topic filter' }), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Topic of this identifier. Clients can only subscribe to an identifier with wildcards.',
      zh: '该标识符对应的主题。含通配符时，客户端只能订阅，不能发布。',
    },
  }),
})

const fields = {
  gateway_id: setting(integer(0, 255, { unprinted: true }), {
    default: 1,
    required: true,
    label: { en: 'Gateway ID', zh: '网关 ID' },
    help: {
      en: 'Identifier of this gateway in ADVERTISE and GWINFO messages, from 0 to 255. Default 1.',
      zh: '该网关在 ADVERTISE 和 GWINFO 报文中的标识符，范围 0 到 255。默认 1。',
    },
  }),
  broadcast: setting(flag(), {
    default: false,
    label: { en: 'Broadcast', zh: '广播' },
    help: {
      en: 'Broadcasts an ADVERTISE message in the local network every 15 minutes, so that clients find the gateway.',
      zh: '每 15 分钟在本地网络中广播 ADVERTISE 报文，便于客户端发现网关。',
    },
  }),
  enable_qos3: setting(flag(), {
    default: true,
    label: { en: 'QoS -1', zh: 'QoS -1' },
    help: {
      en: 'Accepts messages with QoS -1, which need no connection, for predefined and short topics. They are authenticated and authorized without a username.',
      zh: '接受 QoS -1 消息，这类消息无需建立连接，可用于预定义主题和短主题。认证和授权时没有用户名。',
    },
  }),
  subs_resume: setting(flag(), {
    default: false,
    label: { en: 'Register topics on resumption', zh: '恢复会话时注册主题' },
    help: {
      en: 'Registers all subscribed topics with a client that resumes its session. Otherwise, a topic is registered before its first message.',
      zh: '客户端恢复会话时，立即向其注册所有已订阅的主题。否则在该主题的第一条消息之前注册。',
    },
  }),
  predefined: setting(list(structKind(predefinedTopic)), {
    default: [],
    label: { en: 'Predefined topics', zh: '预定义主题' },
    help: {
      en: 'Topic identifiers that clients and gateway know in advance, so that clients need not register them.',
      zh: '客户端与网关预先约定的主题标识符，客户端无需注册。',
    },
  }),
} as const

/** The settings in plain units. */
export type MqttSnSettings = PlainValue<typeof settings>
const settings = struct('gateway.mqttsn', fields)

const override = (label: { readonly en: string; readonly zh: string }, kind = template()) =>
  setting(kind, {
    label,
    help: {
      en: 'Used for clients, because MQTT-SN has no username and password. ${Packet.clientid} is the client ID in CONNECT.',
      zh: '用于客户端，因为 MQTT-SN 没有用户名和密码。${Packet.clientid} 为 CONNECT 中的客户端 ID。',
    },
  })

const clientInfoOverride = struct('gateway.clientinfo_override', {
  username: override({ en: 'Username', zh: '用户名' }),
  password: override({ en: 'Password', zh: '密码' }, secretTemplate()),
  clientid: override({ en: 'Client ID', zh: '客户端 ID' }),
})

export const mqttsn = {
  name: 'mqttsn',
  label: { en: 'MQTT-SN', zh: 'MQTT-SN' },
  about: {
    en: 'MQTT for sensor networks 1.2 over UDP, with sleeping clients and short topic identifiers.',
    zh: '基于 UDP 的传感器网络 MQTT 1.2，支持休眠客户端与简短的主题标识符。',
  },
  mark: 'SN',
  transports: ['udp', 'dtls'],
  defaultListener: { type: 'udp', port: 1884 },
  component: 'emqx_gateway_api.mqttsn',
  fields,
  clientInfoOverride,
  clientColumns: [
    {
      field: 'sleep_state',
      label: { en: 'Sleep state', zh: '休眠状态' },
      values: { asleep: { en: 'Asleep', zh: '休眠' }, awake: { en: 'Awake', zh: '已唤醒' } },
    },
  ],
  check({ predefined }, refuse) {
    if (!Array.isArray(predefined)) return
    const ids = predefined.map((one: { readonly id?: unknown }) => one.id)
    const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
    if (repeated >= 0) refuse('predefined', `must contain each id once, but contains ${ids[repeated]} twice`)
  },
} as const satisfies GatewayManifest
