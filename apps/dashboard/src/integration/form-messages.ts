import { defineMessages } from '../i18n/index.ts'

/** Of the forms of connectors, actions and sources. */
export const formMessages = defineMessages({
  en: {
    connectionWorks: 'connection is successful',
    groups: {
      general: 'General',
      connection: 'Connection',
      action: 'What is sent',
      source: 'What is received',
      tls: 'TLS',
    },
    use: 'Use this connector',
    newConnector: 'New connector',
    changeDraft: 'Change it',
    willBeMade: (name: string) => `${name} is new: it is made together with this, or not at all.`,
    draft: (name: string) => `${name} (new)`,
    noConnector: (type: string) => `There is no connector for ${type} yet. Make one here; you come back to this form.`,
    gone: (name: string) => `${name} (does not exist)`,
    connectorHelp: 'It reaches the system. Several actions and sources may work through one connector.',
    stateOf: (name: string, state: string) => `${name} · ${state}`,
    testNeedsConnector: {
      en: 'This cannot be tried before its connector exists. The connector itself can be tested in its own form.',
      zh: '连接器尚未创建，暂时无法测试。可在连接器自己的表单中测试连接。',
    },
    warnings: {
      connector: 'Saving interrupts the connection. Nothing is sent or received until the connector has reconnected.',
      connectorOf: (count: number) =>
        count === 1
          ? 'Saving interrupts the connection. Nothing is sent or received until the connector has reconnected. 1 action or source uses it.'
          : `Saving interrupts the connection. Nothing is sent or received until the connector has reconnected. ${count} actions and sources use it.`,
      action: 'Saving restarts the action. Buffered messages and messages received during the restart are lost.',
      source: 'Saving restarts the source. Messages sent during the restart may be lost.',
    },
    saved: (name: string) => `${name} is saved.`,
    copyNote: 'Passwords and other secrets are not copied. Enter them again before you save the copy.',
  },
  zh: {
    connectionWorks: '连接成功',
    groups: { general: '基本信息', connection: '连接', action: '发送内容', source: '接收内容', tls: 'TLS' },
    use: '使用此连接器',
    newConnector: '新建连接器',
    changeDraft: '修改',
    willBeMade: (name) => `${name} 是新连接器：与此一同创建，若失败则都不创建。`,
    draft: (name) => `${name}（新建）`,
    noConnector: (type) => `还没有 ${type} 的连接器。可在此新建，完成后会回到本表单。`,
    gone: (name) => `${name}（不存在）`,
    connectorHelp: '连接器负责连接外部系统，多个动作和 Source 可共用一个连接器。',
    stateOf: (name, state) => `${name} · ${state}`,
    testNeedsConnector: {
      en: 'This cannot be tried before its connector exists. The connector itself can be tested in its own form.',
      zh: '连接器尚未创建，暂时无法测试。可在连接器自己的表单中测试连接。',
    },
    warnings: {
      connector: '保存会中断连接，重新连接之前无法收发数据。',
      connectorOf: (count) => `保存会中断连接，重新连接之前无法收发数据。有 ${count} 个动作或 Source 使用该连接器。`,
      action: '保存会重启动作，缓存中的消息和重启期间收到的消息将丢失。',
      source: '保存会重启 Source，重启期间对方发送的消息可能丢失。',
    },
    saved: (name) => `${name} 已保存。`,
    copyNote: '密码等敏感信息不会被复制，保存副本前请重新填写。',
  },
})
