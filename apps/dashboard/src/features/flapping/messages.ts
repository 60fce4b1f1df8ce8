import { defineMessages, plural } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    title: 'Flapping detection',
    description: 'Clients that disconnect too often in a short time are banned by client ID for a limited time.',
    zoneSettings: 'Settings for individual zones',
    bans: 'Bans by flapping detection',
    count: (text: string) => `${plural(text, 'client')} banned for flapping`,
    incomplete: 'There are more than 10,000 bans. Only the first 10,000 were searched.',
    empty: 'No clients banned for flapping',
    emptyHint: 'Clients that disconnect too often are banned and appear here.',
    disabledHint: 'Clients that disconnect too often appear here. Enable flapping detection to ban them.',
  },
  zh: {
    title: '抖动检测',
    description: '在短时间内断开连接过于频繁的客户端，将按客户端 ID 封禁一段时间。',
    zoneSettings: '各区域的设置',
    bans: '抖动检测的封禁',
    count: (text) => `${text} 个客户端因抖动被封禁`,
    incomplete: '封禁超过 10,000 条，仅查找了前 10,000 条。',
    empty: '没有因抖动被封禁的客户端',
    emptyHint: '断开连接过于频繁的客户端会被封禁，并显示在此处。',
    disabledHint: '此处显示断开连接过于频繁的客户端。启用抖动检测后，它们会被封禁。',
  },
})
