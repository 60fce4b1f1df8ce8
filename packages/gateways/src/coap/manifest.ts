import { choice, duration, flag, type PlainValue, secretTemplate, setting, struct, template } from '@mqdeck/contract'
import type { GatewayManifest } from '../port.ts'

const qosChoices = {
  qos0: { en: 'QoS 0', zh: 'QoS 0' },
  qos1: { en: 'QoS 1', zh: 'QoS 1' },
  qos2: { en: 'QoS 2', zh: 'QoS 2' },
  coap: { en: 'By message type (CON or NON)', zh: '按消息类型（CON 或 NON）' },
}

const fields = {
  connection_required: setting(flag(), {
    default: false,
    label: { en: 'Connection required', zh: '需要连接' },
    help: {
      en: 'Clients must create a connection with POST /mqtt/connection first, and send its token with each request.',
      zh: '客户端必须先通过 POST /mqtt/connection 创建连接，并在每个请求中携带其令牌。',
    },
  }),
  heartbeat: setting(duration({ min: '1s' }), {
    default: '30s',
    label: { en: 'Heartbeat', zh: '心跳间隔' },
    help: {
      en: 'Connections without a request for 1.5 times this interval are closed. Requests without a connection are not affected.',
      zh: '连接在该间隔的 1.5 倍时间内没有请求时会被关闭。不影响没有连接的请求。',
    },
  }),
  notify_type: setting(
    choice({
      non: { en: 'Non-confirmable (NON)', zh: '无需确认（NON）' },
      con: { en: 'Confirmable (CON)', zh: '需要确认（CON）' },
      qos: { en: 'By QoS', zh: '按 QoS' },
    }),
    {
      default: 'qos',
      label: { en: 'Notification type', zh: '通知类型' },
      help: {
        en: 'Sends messages to observers as non-confirmable (non) or confirmable (con) messages, or by their QoS (qos): confirmable for QoS 1 and 2.',
        zh: '以非确认（non）或需确认（con）消息通知观察者，或按消息的 QoS（qos）选择：QoS 1 和 2 需确认。',
      },
    },
  ),
  subscribe_qos: setting(choice(qosChoices), {
    default: 'coap',
    label: { en: 'Subscription QoS', zh: '订阅 QoS' },
    help: {
      en: 'QoS of subscriptions without the query parameter qos. With coap, a confirmable request is QoS 1, others QoS 0.',
      zh: '没有查询参数 qos 的订阅所用的 QoS。选择 coap 时，需确认的请求为 QoS 1，其他为 QoS 0。',
    },
  }),
  publish_qos: setting(choice(qosChoices), {
    default: 'coap',
    label: { en: 'Publishing QoS', zh: '发布 QoS' },
    help: {
      en: 'QoS of messages without the query parameter qos. With coap, a confirmable request is QoS 1, others QoS 0.',
      zh: '没有查询参数 qos 的消息所用的 QoS。选择 coap 时，需确认的请求为 QoS 1，其他为 QoS 0。',
    },
  }),
} as const

/** The settings in plain units. */
export type CoapSettings = PlainValue<typeof settings>
const settings = struct('gateway.coap', fields)

const override = (label: { readonly en: string; readonly zh: string }, kind = template()) =>
  setting(kind, {
    label,
    help: {
      en: 'Replaces the value of the request. ${Packet.clientid} is the query parameter clientid; other parameters likewise.',
      zh: '替换请求中的值。${Packet.clientid} 为查询参数 clientid，其他参数同理。',
    },
  })

const clientInfoOverride = struct('gateway.clientinfo_override', {
  username: override({ en: 'Username', zh: '用户名' }),
  password: override({ en: 'Password', zh: '密码' }, secretTemplate()),
  clientid: override({ en: 'Client ID', zh: '客户端 ID' }),
})

export const coap = {
  name: 'coap',
  label: { en: 'CoAP', zh: 'CoAP' },
  about: {
    en: 'CoAP (RFC 7252) over UDP: requests publish, observations subscribe.',
    zh: '基于 UDP 的 CoAP（RFC 7252）：通过请求发布消息，通过观察订阅主题。',
  },
  mark: 'Co',
  transports: ['udp', 'dtls'],
  defaultListener: { type: 'udp', port: 5683 },
  component: 'emqx_gateway_api.coap',
  fields,
  clientInfoOverride,
  clientColumns: [],
} as const satisfies GatewayManifest
