import { defineMessages } from '../i18n/index.ts'

export const queryViewMessages = defineMessages({
  en: {
    stale: (reason: string, time: string, age: string) => `${reason} What you see is from ${time}, ${age} ago.`,
    choices: (reason: string) => `Not everything that can be chosen here could be loaded. ${reason}`,
    old: (time: string, age: string) => `What you see is from ${time}, ${age} ago.`,
    outage: (time: string) => `Network Error. The server has been out of reach since ${time}. This page keeps trying.`,
    tryNow: 'Try now',
    back: (duration: string) => `The server is back after ${duration}.`,
    refresh: 'Refresh',
    automatic: 'Automatic',
    off: 'Refresh off',
    seconds: (count: number) => `Every ${count} s`,
    refreshNow: 'Refresh now',
  },
  zh: {
    stale: (reason, time, age) => `${reason}当前显示的是 ${time}（${age}前）的数据。`,
    choices: (reason) => `部分可选内容未能加载。${reason}`,
    old: (time, age) => `当前显示的是 ${time}（${age}前）的数据。`,
    outage: (time) => `网络错误。自 ${time} 起无法连接到服务器，页面会自动重试。`,
    tryNow: '立即重试',
    back: (duration) => `服务器已恢复连接，中断了 ${duration}。`,
    refresh: '自动刷新',
    automatic: '自动',
    off: '不刷新',
    seconds: (count) => `每 ${count} 秒`,
    refreshNow: '立即刷新',
  },
})
