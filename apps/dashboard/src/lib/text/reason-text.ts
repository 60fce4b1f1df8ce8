import { mqtt3ReturnCodes, mqtt5ReasonCodes } from '@mqdeck/contract'
import type { Locale } from '../../i18n/index.ts'

type Text = Readonly<Record<Locale, string>>

/** Reasons of the broker without an MQTT reason code, or with a more specific meaning than the name of the code. */
const brokerReasons: Readonly<Record<string, Text>> = {
  normal: { en: 'Disconnected by the client', zh: '客户端主动断开' },
  kicked: { en: 'Kicked out', zh: '被踢除' },
  takenover: {
    en: 'Session taken over by a new connection with the same client ID',
    zh: '被相同客户端 ID 的新连接接管',
  },
  discarded: {
    en: 'Session discarded by a new connection with the same client ID',
    zh: '被相同客户端 ID 的新连接丢弃',
  },
  idle_timeout: { en: 'No packet received in time', zh: '未在规定时间内收到报文' },
  tcp_closed: { en: 'Connection closed without DISCONNECT', zh: '未发送 DISCONNECT 即关闭了连接' },
  ssl_closed: { en: 'TLS connection closed without DISCONNECT', zh: '未发送 DISCONNECT 即关闭了 TLS 连接' },
  send_timeout: { en: 'The client did not read data in time', zh: '客户端未及时接收数据' },
  force_shutdown: { en: 'Force shutdown because of overload', zh: '因过载被强制关闭' },
  internal_error: { en: 'Internal error', zh: '内部错误' },
  not_found: { en: 'Not found', zh: '不存在' },
  expired: { en: 'Expired', zh: '已过期' },
  no_local: { en: 'Message of the client itself (No local)', zh: '自己发布的消息（No Local）' },
  too_large: { en: 'Larger than the maximum packet size of the client', zh: '超过客户端的最大报文长度' },
  qos0_msg: { en: 'QoS 0 messages are not queued', zh: 'QoS 0 消息不排队' },
  queue_full: { en: 'Message queue full', zh: '消息队列已满' },
  no_subscribers: { en: 'No subscribers', zh: '没有订阅者' },
  await_pubrel_timeout: { en: 'PUBREL not received in time', zh: '等待 PUBREL 超时' },
}

const mqttReasons = new Map(
  [...Object.values(mqtt3ReturnCodes), ...Object.values(mqtt5ReasonCodes)].map((text) => [text.name, text] as const),
)

/** The text of a reason of the broker (`keepalive_timeout`, `queue_full`, `not_authorized`); unknown reasons stay as they are. */
export const reasonText = (reason: string, locale: Locale): string =>
  (Object.hasOwn(brokerReasons, reason) ? brokerReasons[reason] : mqttReasons.get(reason))?.[locale] ?? reason
