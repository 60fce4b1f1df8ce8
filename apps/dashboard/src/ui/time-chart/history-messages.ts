import { defineMessages } from '../../i18n/index.ts'

export const historyMessages = defineMessages({
  en: {
    range: 'Time range',
    ranges: { '1h': '1 h', '6h': '6 h', '12h': '12 h', '1d': '1 d', '3d': '3 d', '7d': '7 d' },
    enlarge: (chart: string) => `Enlarge ${chart}`,
    titles: {
      messages: 'Messages',
      bytes: 'Bytes',
      connections: 'Connections',
      subscriptions: 'Subscriptions',
      topics: 'Topics',
    },
    notes: {
      messages: 'per second',
      bytes: 'per second',
      connections: 'live, and in total with offline sessions',
      subscriptions: 'of all sessions',
      topics: 'with subscribers',
    },
    measuredBytes: 'per second, recorded only while the dashboard is open',
    lines: {
      received: 'Received',
      sent: 'Sent',
      dropped: 'Dropped',
      live: 'Live',
      connections: 'All',
      subscriptions: 'Subscriptions',
      topics: 'Topics',
    },
  },
  zh: {
    range: '时间范围',
    ranges: { '1h': '1 小时', '6h': '6 小时', '12h': '12 小时', '1d': '1 天', '3d': '3 天', '7d': '7 天' },
    enlarge: (chart) => `放大${chart}`,
    titles: { messages: '消息', bytes: '流量', connections: '连接', subscriptions: '订阅', topics: '主题' },
    notes: {
      messages: '每秒条数',
      bytes: '每秒字节数',
      connections: '在线连接，以及包括离线会话的总数',
      subscriptions: '全部会话的订阅',
      topics: '有订阅者的主题',
    },
    measuredBytes: '每秒字节数，仅在控制台打开期间记录',
    lines: {
      received: '流入',
      sent: '流出',
      dropped: '丢弃',
      live: '在线',
      connections: '全部',
      subscriptions: '订阅',
      topics: '主题',
    },
  },
})
