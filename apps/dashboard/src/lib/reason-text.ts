import { mqtt3ReturnCodes, mqtt5ReasonCodes } from '@mqdeck/contract'
import type { Locale } from '../i18n/index.ts'

type Text = Readonly<Record<Locale, string>>

/** Words of the broker that MQTT has no code for, or that mean more here than the code's name says. */
const ownWords: Readonly<Record<string, Text>> = {
  normal: { en: 'The client said goodbye', zh: '客户端主动断开' },
  kicked: { en: 'Kicked out', zh: '被踢除' },
  takenover: { en: 'Another connection with this client ID took over', zh: '被相同客户端 ID 的新连接接管' },
  discarded: { en: 'Another connection with this client ID started anew', zh: '被相同客户端 ID 的新连接丢弃' },
  idle_timeout: { en: 'The packet it owed did not come in time', zh: '未在规定时间内发送应发的报文' },
  tcp_closed: { en: 'Connection closed without DISCONNECT', zh: '未发送 DISCONNECT 即关闭了连接' },
  ssl_closed: { en: 'TLS connection closed without DISCONNECT', zh: '未发送 DISCONNECT 即关闭了 TLS 连接' },
  send_timeout: { en: 'It did not take what was sent in time', zh: '未能及时接收发给它的数据' },
  force_shutdown: { en: 'Too much waited for it, so it was shut down', zh: '积压过多，被强制关闭' },
  internal_error: { en: 'Internal error', zh: '内部错误' },
  not_found: { en: 'Not found', zh: '不存在' },
  expired: { en: 'Expired', zh: '已过期' },
  no_local: { en: 'Its own message (No local)', zh: '自己发布的消息（No Local）' },
  too_large: { en: 'Larger than the client takes', zh: '超过客户端可接收的大小' },
  qos0_msg: { en: 'QoS 0, which is not queued', zh: 'QoS 0 消息不排队' },
  queue_full: { en: 'Message queue full', zh: '消息队列已满' },
  no_subscribers: { en: 'Nobody has subscribed', zh: '没有订阅者' },
  await_pubrel_timeout: { en: 'PUBREL did not come in time', zh: '等待 PUBREL 超时' },
}

const mqttWords = new Map(
  [...Object.values(mqtt3ReturnCodes), ...Object.values(mqtt5ReasonCodes)].map((text) => [text.name, text] as const),
)

/** What a word of the broker means (`keepalive_timeout`, `queue_full`, `not_authorized`); the word itself where nobody knows. */
export const reasonText = (word: string, locale: Locale): string =>
  (Object.hasOwn(ownWords, word) ? ownWords[word] : mqttWords.get(word))?.[locale] ?? word
