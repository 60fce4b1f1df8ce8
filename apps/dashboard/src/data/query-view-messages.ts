import { defineMessages } from '../i18n/index.ts'

export const queryViewMessages = defineMessages({
  en: {
    retry: 'Try again',
    stale: (reason: string, time: string, age: string) => `${reason} What you see is from ${time}, ${age} ago.`,
    refresh: 'Refresh',
    off: 'Refresh off',
    seconds: (count: number) => `Every ${count} s`,
    refreshNow: 'Refresh now',
  },
  zh: {
    retry: '重试',
    stale: (reason, time, age) => `${reason}当前显示的是 ${time}（${age}前）的数据。`,
    refresh: '自动刷新',
    off: '不刷新',
    seconds: (count) => `每 ${count} 秒`,
    refreshNow: '立即刷新',
  },
})
