import { defineMessages } from '../../i18n/index.ts'

export const notificationMessages = defineMessages({
  en: {
    title: 'Notifications',
    alarms: 'Alarms',
    jobs: 'Jobs',
    history: 'Notifications',
    tabs: 'Notification types',
    activeAlarms: (count: number) => (count === 1 ? '1 active alarm' : `${count} active alarms`),
    running: (count: number, share: string) =>
      count === 1 ? `1 job running, ${share}` : `${count} jobs running, ${share}`,
    unread: (count: number) => (count === 1 ? '1 new error' : `${count} new errors`),
    noJobs: 'No jobs',
    noJobsHint: 'The progress of bulk operations, such as kicking out hundreds of clients, appears here.',
    noNotifications: 'No notifications yet',
    noNotificationsHint: 'Notifications of the dashboard appear here. They are deleted when you sign out.',
    removeFinished: 'Remove finished jobs',
    kinds: { success: 'Success', info: 'Information', error: 'Error' },
  },
  zh: {
    title: '通知',
    alarms: '告警',
    jobs: '任务',
    history: '通知',
    tabs: '通知类型',
    activeAlarms: (count) => `${count} 条活动告警`,
    running: (count, share) => `${count} 个任务进行中，已完成 ${share}`,
    unread: (count) => `${count} 条新错误`,
    noJobs: '暂无任务',
    noJobsHint: '批量操作（例如踢除数百个客户端）的进度会显示在这里。',
    noNotifications: '暂无通知',
    noNotificationsHint: '控制台的提示会显示在这里，退出登录时清除。',
    removeFinished: '移除已结束的任务',
    kinds: { success: '成功', info: '提示', error: '错误' },
  },
})
