import { defineMessages } from '../i18n/index.ts'

export const idleMessages = defineMessages({
  en: {
    title: 'Are you still there?',
    body: (left: string) => `Nobody has used this dashboard for a while. You will be signed out in ${left}.`,
    stay: 'Stay signed in',
    leave: 'Sign out now',
    setting: 'Sign out when nobody is there',
    note: 'Keyboard, mouse and touch in any tab count; what the page refreshes by itself does not.',
    asCluster: 'As the cluster has it',
    cluster: (span: string) => `As the cluster has it (${span})`,
    off: 'Never',
  },
  zh: {
    title: '仍在使用吗？',
    body: (left) => `已有一段时间无人操作本控制台，将在 ${left}后退出登录。`,
    stay: '保持登录',
    leave: '立即退出',
    setting: '无人操作时退出登录',
    note: '任一标签页中的键盘、鼠标和触摸操作都算作使用，页面自动刷新不算。',
    asCluster: '与集群设置一致',
    cluster: (span) => `与集群设置一致（${span}）`,
    off: '从不',
  },
})
