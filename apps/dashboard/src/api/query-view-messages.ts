import { defineMessages } from '../i18n/index.ts'

export const queryViewMessages = defineMessages({
  en: {
    stale: (reason: string, time: string, age: string) => `${reason} Showing data from ${time}, ${age} ago.`,
    missingOptions: (reason: string) => `Some options could not be loaded. ${reason}`,
    showingFrom: (time: string, age: string) => `Showing data from ${time}, ${age} ago.`,
    outage: (time: string) => `Network Error. The server has been unreachable since ${time}. Retrying automatically.`,
    tryNow: 'Try now',
    reachableAgain: (duration: string) => `The server is reachable again after ${duration}.`,
    refresh: 'Refresh',
    automatic: 'Automatic',
    off: 'Refresh off',
    seconds: (count: number) => `Every ${count} s`,
    refreshNow: 'Refresh now',
  },
  zh: {
    stale: (reason, time, age) => `${reason}当前显示的是 ${time}（${age}前）的数据。`,
    missingOptions: (reason) => `部分选项加载失败。${reason}`,
    showingFrom: (time, age) => `当前显示的是 ${time}（${age}前）的数据。`,
    outage: (time) => `网络错误。自 ${time} 起无法连接到服务器，页面会自动重试。`,
    tryNow: '立即重试',
    reachableAgain: (duration) => `服务器已恢复连接，中断了 ${duration}。`,
    refresh: '自动刷新',
    automatic: '自动',
    off: '不刷新',
    seconds: (count) => `每 ${count} 秒`,
    refreshNow: '立即刷新',
  },
})
