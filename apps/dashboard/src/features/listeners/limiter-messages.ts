import { defineMessages } from '../../i18n/index.ts'

export const limiterMessages = defineMessages({
  en: {
    title: 'Limiter',
    description:
      'Rate limits of every listener, as an amount per time: 1000/s, 500/10s, 10MB/s. The value infinity removes a limit.',
    rates: {
      max_conn_rate: 'Max connection rate',
      messages_rate: 'Message rate per client',
      bytes_rate: 'Byte rate per client',
    },
    hints: {
      max_conn_rate: 'New connections of the listener. Connections beyond the limit are closed.',
      messages_rate: 'Messages that each client may publish. A faster client has to wait; no message is lost.',
      bytes_rate: 'Bytes that each client may send. A faster client has to wait; no data is lost.',
    },
    malformed: 'Please enter a properly formatted rate configuration',
    faults: (count: number) => (count === 1 ? '1 rate needs attention' : `${count} rates need attention`),
    saved: 'Rate limits updated.',
    failed: (ids: string) => `The rate limits of ${ids} were not updated.`,
    empty: 'No listeners',
    emptyHint: 'Create a listener first. Its rate limits appear here.',
  },
  zh: {
    title: '限流器',
    description: '所有监听器的速率限制，格式为单位时间内的数量：1000/s、500/10s、10MB/s。填写 infinity 表示不限制。',
    rates: {
      max_conn_rate: '最大连接速率',
      messages_rate: '每客户端消息速率',
      bytes_rate: '每客户端流量速率',
    },
    hints: {
      max_conn_rate: '监听器的新建连接速率，超出限制的连接会被关闭。',
      messages_rate: '每个客户端可发布的消息速率。超出时客户端需等待，消息不会丢失。',
      bytes_rate: '每个客户端可发送的字节速率。超出时客户端需等待，数据不会丢失。',
    },
    malformed: '请输入格式正确的速率配置',
    faults: (count) => `${count} 项速率需要修正`,
    saved: '速率限制已更新。',
    failed: (ids) => `${ids} 的速率限制更新失败。`,
    empty: '暂无监听器',
    emptyHint: '请先创建监听器，其速率限制将显示在此处。',
  },
})
