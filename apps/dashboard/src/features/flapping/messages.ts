import { defineMessages } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    title: 'Flapping detection',
    description:
      'A client whose connection begins and ends too often in a short time is banned by its client ID for a while.',
    zones: 'Other settings for single zones',
    bans: 'Banned by flapping detection',
    count: (count: number, text: string) =>
      count === 1 ? '1 client is banned for flapping' : `${text} clients are banned for flapping`,
    cut: 'There are more than 10,000 bans; only the first ones were looked through.',
    none: 'No client is banned for flapping',
    noneHint: 'Who comes and goes too often while the detection is on will appear here.',
  },
  zh: {
    title: '抖动检测',
    description: '客户端若在短时间内反复上下线，将按其客户端 ID 封禁一段时间。',
    zones: '为个别区域另行设置',
    bans: '被抖动检测封禁的客户端',
    count: (_count, text) => `${text} 个客户端因抖动被封禁`,
    cut: '封禁超过 10,000 条，此处仅查找了前面的部分。',
    none: '没有因抖动被封禁的客户端',
    noneHint: '启用检测后，频繁上下线的客户端会出现在这里。',
  },
})
