import { defineMessages } from '../../../i18n/index.ts'

export const liveMessages = defineMessages({
  en: {
    listen: 'Listen to live messages',
    stop: 'Stop listening',
    listening: (filters: string) => `Listening on ${filters}`,
    about: (seconds: string, most: string) =>
      `Subscribes with an MQTT client in this browser for up to ${seconds} seconds and keeps the last ${most} messages. They arrive as subscribers get them: after the enabled validations and transformations. Payloads above 256 kB are not kept.`,
    connection: 'Connection',
    ended: 'Listening has ended.',
    endedEmpty: (seconds: string) =>
      `No message arrived in ${seconds} seconds. Listen again, or check that clients publish to these topics.`,
    refused: (filter: string, reason: string) =>
      `The broker rejected the subscription to ${filter}: ${reason}. Use a username that may subscribe to it.`,
    unknownReason: 'unknown reason',
    captured: 'Live messages',
    binary: (bytes: string) => `Binary, ${bytes} bytes`,
    use: 'Test with',
    useMessage: 'Use message',
  },
  zh: {
    listen: '监听实时消息',
    stop: '停止监听',
    listening: (filters) => `正在监听 ${filters}`,
    about: (seconds, most) =>
      `使用本浏览器中的 MQTT 客户端订阅，最多 ${seconds} 秒，保留最近 ${most} 条消息。消息与订阅者收到的一致，即已经过启用的验证和转换。超过 256 kB 的 Payload 不保留。`,
    connection: '连接',
    ended: '监听已结束。',
    endedEmpty: (seconds) => `${seconds} 秒内没有收到消息。请重新监听，或检查客户端是否向这些主题发布消息。`,
    refused: (filter, reason) => `服务端拒绝订阅 ${filter}：${reason}。请使用有权订阅的用户名。`,
    unknownReason: '原因未知',
    captured: '实时消息',
    binary: (bytes) => `二进制，${bytes} 字节`,
    use: '测试',
    useMessage: '使用消息',
  },
})
