import { defineMessages, plural } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    title: 'Banned clients',
    description: 'Clients that cannot connect, by client ID, username, IP address, network or regular expression.',
    count: (text: string) => plural(text, 'ban'),
    banClients: 'Ban clients',
    deleteAll: 'Delete all bans',
    deleteAllQuestion: 'Delete all bans?',
    deleteAllBody: 'All banned clients can reconnect immediately, including those banned by flapping detection.',
    deletedAll: 'All bans deleted',
    deleteAllFailed: 'Could not delete the bans',
    empty: 'No banned clients',
    emptyHint:
      'Banned clients appear here. Ban clients with the button above, or ban a single client from the list of clients.',
    noMatchHint: 'Bans by regular expression are shown only without a filter.',
  },
  zh: {
    title: '黑名单',
    description: '不能连接的客户端，可按客户端 ID、用户名、IP 地址、网段或正则表达式封禁。',
    count: (text) => `共 ${text} 条封禁`,
    banClients: '封禁客户端',
    deleteAll: '解除所有封禁',
    deleteAllQuestion: '解除所有封禁？',
    deleteAllBody: '所有被封禁的客户端可立即重新连接，包括被抖动检测封禁的客户端。',
    deletedAll: '已解除所有封禁',
    deleteAllFailed: '无法解除封禁',
    empty: '没有被封禁的客户端',
    emptyHint: '此处显示被封禁的客户端。请使用上方的按钮封禁客户端，或在客户端列表中封禁单个客户端。',
    noMatchHint: '以正则表达式封禁的条目仅在未筛选时显示。',
  },
})
