import { defineMessages } from '../i18n/index.ts'

export const notificationMessages = defineMessages({
  en: {
    title: 'Notifications',
    alarms: 'Alarms',
    jobs: 'Jobs',
    history: 'Notifications',
    parts: 'What there is to know',
    activeAlarms: (count: number) => (count === 1 ? '1 active alarm' : `${count} active alarms`),
    running: (count: number, share: string) =>
      count === 1 ? `1 job running, ${share}` : `${count} jobs running, ${share}`,
    unread: (count: number) => (count === 1 ? '1 new error' : `${count} new errors`),
    noJobs: 'No jobs',
    noJobsHint: 'Work over many things at once, such as kicking out hundreds of clients, shows here how far it is.',
    noNotifications: 'Nothing was told yet',
    noNotificationsHint: 'What the dashboard tells you can be read again here until you log out.',
    forgetEnded: 'Remove those that ended',
    kinds: { success: 'Success', info: 'Information', error: 'Error' },
  },
  zh: {
    title: '通知',
    alarms: '告警',
    jobs: '任务',
    history: '消息',
    parts: '通知内容',
    activeAlarms: (count) => `${count} 条活动告警`,
    running: (count, share) => `${count} 个任务进行中，已完成 ${share}`,
    unread: (count) => `${count} 条新错误`,
    noJobs: '暂无任务',
    noJobsHint: '批量操作（例如踢除数百个客户端）的进度会显示在这里。',
    noNotifications: '暂无消息',
    noNotificationsHint: '退出登录前，可在此重新查看控制台给出的提示。',
    forgetEnded: '移除已结束的任务',
    kinds: { success: '成功', info: '提示', error: '错误' },
  },
})
