import { defineMessages } from '../../i18n/index.ts'

export const limiterMessages = defineMessages({
  en: {
    title: 'Limiter',
    description:
      'Rate limits of all listeners. Enter an amount per time, such as 1000/s, 500/10s or 10MB/s. An empty field means no limit.',
    rates: {
      max_conn_rate: 'Max connection rate',
      messages_rate: 'Message rate per client',
      bytes_rate: 'Byte rate per client',
    },
    hints: {
      max_conn_rate: 'New connections to the listener. Connections above the limit are closed.',
      messages_rate: 'Messages that each client may publish. A faster client is throttled; no messages are lost.',
      bytes_rate: 'Bytes that each client may send. A faster client is throttled; no data is lost.',
    },
    unlimited: 'No limit',
    malformed: 'Please enter a properly formatted rate configuration',
    invalidRates: (count: number) => (count === 1 ? '1 rate is invalid' : `${count} rates are invalid`),
    saved: 'Rate limits saved',
    saveFailed: (ids: string) => `Could not save the rate limits of ${ids}`,
    noListeners: 'No listeners',
    noListenersHint: 'Create a listener first. Its rate limits appear here.',
  },
  zh: {
    title: '限流器',
    description: '所有监听器的速率限制。填写单位时间内的数量，例如 1000/s、500/10s 或 10MB/s，留空表示不限制。',
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
    unlimited: '不限制',
    malformed: '请输入格式正确的速率配置',
    invalidRates: (count) => `${count} 项速率无效`,
    saved: '速率限制已保存',
    saveFailed: (ids) => `无法保存 ${ids} 的速率限制`,
    noListeners: '暂无监听器',
    noListenersHint: '请先创建监听器，其速率限制将显示在此处。',
  },
})
