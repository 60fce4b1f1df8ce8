import { defineMessages } from '../i18n/index.ts'

export const idleMessages = defineMessages({
  en: {
    title: 'Are you still there?',
    body: (left: string) => `This dashboard has not been used for a while. You will be signed out in ${left}.`,
    stay: 'Stay signed in',
    leave: 'Sign out now',
    setting: 'Sign out when idle',
    note: 'Signs you out after a time without keyboard, mouse or touch input in any tab.',
    clusterSetting: 'Cluster setting',
    clusterSettingOf: (span: string) => `Cluster setting (${span})`,
  },
  zh: {
    title: '仍在使用吗？',
    body: (left) => `已有一段时间无人操作本控制台，将在 ${left}后退出登录。`,
    stay: '保持登录',
    leave: '立即退出',
    setting: '空闲时退出登录',
    note: '在所有标签页中均无键盘、鼠标或触摸操作达到设定时长后，自动退出登录。',
    clusterSetting: '与集群设置一致',
    clusterSettingOf: (span) => `与集群设置一致（${span}）`,
  },
})
