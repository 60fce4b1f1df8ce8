import { defineMessages, plural } from '../../../i18n/index.ts'

/** Texts of the actions on many clients. */
export const bulkMessages = defineMessages({
  en: {
    onAll: (count: string | undefined): string =>
      count === undefined ? 'Bulk actions on all clients…' : `Bulk actions on all ${plural(count, 'client')}…`,
    onMatching: (count: string | undefined): string =>
      count === undefined
        ? 'Bulk actions on all matching clients…'
        : `Bulk actions on ${plural(count, 'matching client')}…`,
    title: 'Bulk actions',
    action: 'Action',
    actions: {
      kick: {
        name: 'Kick out',
        title: 'Kick out clients',
        effect:
          'The clients are disconnected and their sessions are deleted. Clients that reconnect automatically get a new session.',
        targets: (count: number, text: string) => (count === 1 ? '1 connected client' : `${text} connected clients`),
        noTargets: 'None of these clients is connected.',
        job: (count: number, text: string) => (count === 1 ? 'Kick out 1 client' : `Kick out ${text} clients`),
      },
      ban: {
        name: 'Ban',
        title: 'Ban clients by client ID',
        effect: 'The clients are disconnected and cannot reconnect with these client IDs until the bans expire.',
        targets: (count: number, text: string) => (count === 1 ? '1 client' : `${text} clients`),
        noTargets: 'No clients match.',
        job: (count: number, text: string) => (count === 1 ? 'Ban 1 client' : `Ban ${text} clients`),
      },
      clean: {
        name: 'Clean sessions',
        title: 'Clean sessions of disconnected clients',
        effect:
          'The sessions are deleted with all subscriptions and queued messages. This cannot be undone. Clients that have reconnected are skipped.',
        targets: (count: number, text: string) =>
          count === 1 ? '1 disconnected client' : `${text} disconnected clients`,
        noTargets: 'All of these clients are connected.',
        job: (count: number, text: string) => (count === 1 ? 'Clean 1 session' : `Clean ${text} sessions`),
      },
      unsubscribe: {
        name: 'Unsubscribe',
        title: 'Unsubscribe clients',
        effect: 'Clients without this subscription are skipped. Clients can subscribe again.',
        targets: (count: number, text: string) => (count === 1 ? '1 client' : `${text} clients`),
        noTargets: 'No clients match.',
        job: (count: number, text: string) => (count === 1 ? 'Unsubscribe 1 client' : `Unsubscribe ${text} clients`),
      },
    },
    searching: (found: string) => `Searching clients… ${found} found`,
    searchFailed: 'Could not list the clients',
    limited: (most: string) =>
      `More clients match. One action handles up to ${plural(most, 'client')}; repeat it for the rest.`,
    topicHint: 'Must be identical to the topic filter of the subscription.',
    rate: 'Rate',
    rateUnit: 'per second',
    takes: (time: string) =>
      `Takes about ${time}. It continues while you use other pages in this tab. You can stop it at any time.`,
    badRate: (most: string) => `Enter a whole number from 1 to ${most}.`,
    badTerms: 'Enter an end date in the future.',
    typeCount: (count: string) => `Type ${count} to confirm`,
    notTyped: (count: string) => `Type the number of clients: ${count}`,
    started: (title: string) => `${title}: started.`,
  },
  zh: {
    onAll: (count) => (count === undefined ? '对全部客户端执行批量操作…' : `对全部 ${count} 个客户端执行批量操作…`),
    onMatching: (count) =>
      count === undefined ? '对全部符合条件的客户端执行批量操作…' : `对符合条件的 ${count} 个客户端执行批量操作…`,
    title: '批量操作',
    action: '操作',
    actions: {
      kick: {
        name: '踢除',
        title: '踢除客户端',
        effect: '客户端的连接将被断开，会话将被删除。自动重连的客户端将创建新会话。',
        targets: (_count, text) => `${text} 个已连接的客户端`,
        noTargets: '这些客户端均未连接。',
        job: (_count, text) => `踢除 ${text} 个客户端`,
      },
      ban: {
        name: '封禁',
        title: '按客户端 ID 封禁',
        effect: '客户端的连接将被断开，且在封禁到期前无法使用这些客户端 ID 重新连接。',
        targets: (_count, text) => `${text} 个客户端`,
        noTargets: '没有符合条件的客户端。',
        job: (_count, text) => `封禁 ${text} 个客户端`,
      },
      clean: {
        name: '清除会话',
        title: '清除已断开客户端的会话',
        effect: '会话、订阅与消息队列中的消息将被删除，且无法恢复。已重新连接的客户端将被跳过。',
        targets: (_count, text) => `${text} 个已断开的客户端`,
        noTargets: '这些客户端均已连接。',
        job: (_count, text) => `清除 ${text} 个会话`,
      },
      unsubscribe: {
        name: '取消订阅',
        title: '取消客户端的订阅',
        effect: '没有该订阅的客户端将被跳过。客户端可再次订阅。',
        targets: (_count, text) => `${text} 个客户端`,
        noTargets: '没有符合条件的客户端。',
        job: (_count, text) => `取消 ${text} 个客户端的订阅`,
      },
    },
    searching: (found) => `正在查找客户端… 已找到 ${found} 个`,
    searchFailed: '无法列出客户端',
    limited: (most) => `还有更多符合条件的客户端。一次最多处理 ${most} 个，其余请再次操作。`,
    topicHint: '须与订阅的主题过滤器完全一致。',
    rate: '速率',
    rateUnit: '个/秒',
    takes: (time) => `约需 ${time}。切换到本标签页的其他页面时会继续执行，并可随时停止。`,
    badRate: (most) => `请输入 1 到 ${most} 的整数。`,
    badTerms: '请选择未来的结束时间。',
    typeCount: (count) => `请输入 ${count} 以确认`,
    notTyped: (count) => `请输入客户端数量：${count}`,
    started: (title) => `${title}：已开始。`,
  },
})
