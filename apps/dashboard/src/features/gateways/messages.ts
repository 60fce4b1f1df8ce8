import { defineMessages, plural } from '../../i18n/index.ts'

/** Texts of the list of gateways, and of all pages of one gateway. */
export const messages = defineMessages({
  en: {
    title: 'Gateways',
    description:
      'Gateways connect devices that do not use MQTT and forward messages between these devices and MQTT clients.',
    none: 'This broker has no gateways',
    noneHint: 'Gateways appear here when the broker offers at least one.',
    listeners: 'Listeners',
    connections: 'Connections',
    listenerCount: (count: number) => plural(count, 'listener'),
    listenersOf: (label: string) => `Listeners of ${label}`,
    notSetUp: 'Not set up',
    setUp: 'Set up',
    disableQuestion: (label: string) => `Disable gateway ${label}?`,
    disableBody:
      'The gateway closes its listeners and all connections of its clients. It stays disabled after a restart of the broker.',
    closedConnections: (count: number) =>
      count === 1 ? '1 connection is closed.' : `${count} connections are closed.`,
    notFound: 'Gateway not found',
    notFoundHint: (name: string) => `The broker has no gateway ${name}.`,
    notSetUpHint: 'Clients cannot connect yet. Set the gateway up with its listeners and its authentication.',
    allGateways: 'All gateways',
    authentication: 'Authentication',
    startedAt: (time: string) => `Started ${time}.`,
    stoppedAt: (time: string) => `Stopped ${time}.`,
    restartWarning: (count: number) =>
      `EMQX restarts the gateway. ${count === 1 ? '1 connection is closed.' : `${count} connections are closed.`}`,
    savedSettings: (label: string) => `Settings of ${label} saved`,
  },
  zh: {
    title: '网关',
    description: '网关接入不使用 MQTT 的设备，并与 MQTT 客户端互相转发消息。',
    none: '该服务端没有网关',
    noneHint: '服务端提供网关时，将显示在这里。',
    listeners: '监听器',
    connections: '连接数',
    listenerCount: (count) => `${count} 个监听器`,
    listenersOf: (label) => `${label} 的监听器`,
    notSetUp: '未配置',
    setUp: '配置',
    disableQuestion: (label) => `禁用网关 ${label}？`,
    disableBody: '网关将关闭其监听器以及所有客户端连接。服务端重启后仍保持禁用。',
    closedConnections: (count) => `将关闭 ${count} 个连接。`,
    notFound: '网关不存在',
    notFoundHint: (name) => `服务端没有网关 ${name}。`,
    notSetUpHint: '客户端尚无法接入。请配置该网关及其监听器和认证。',
    allGateways: '全部网关',
    authentication: '客户端认证',
    startedAt: (time) => `启动于 ${time}。`,
    stoppedAt: (time) => `停止于 ${time}。`,
    restartWarning: (count) => `EMQX 会重启该网关，并关闭 ${count} 个连接。`,
    savedSettings: (label) => `${label} 的设置已保存`,
  },
})
