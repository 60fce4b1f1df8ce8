import { defineMessages } from '../../../i18n/index.ts'

/** Texts of the forms of connectors, actions and sources. */
export const formMessages = defineMessages({
  en: {
    connectionWorks: 'connection is successful',
    groups: {
      general: 'General',
      connection: 'Connection',
      action: 'Sent data',
      source: 'Received data',
      tls: 'TLS',
    },
    useConnector: 'Use connector',
    newConnector: 'New connector',
    editDraft: 'Edit',
    createdTogether: (name: string) =>
      `Connector ${name} is created when you save this form, or nothing is if saving fails.`,
    draft: (name: string) => `${name} (new)`,
    noConnector: (type: string) => `No connectors of type ${type} yet: create one here and return to this form.`,
    missing: (name: string) => `${name} (does not exist)`,
    connectorHelp: 'Connection to the other system. Several actions and sources can use one connector.',
    stateOf: (name: string, state: string) => `${name} · ${state}`,
    testNeedsConnector: {
      en: 'The test needs an existing connector. Test the new connector in its own form.',
      zh: '连接器尚未创建，暂时无法测试。请在连接器的表单中测试新连接器。',
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
    copyNote: 'Passwords and other secrets are not copied. Enter them again before you save the copy.',
  },
  zh: {
    connectionWorks: '连接成功',
    groups: { general: '基本信息', connection: '连接', action: '发送内容', source: '接收内容', tls: 'TLS' },
    useConnector: '使用连接器',
    newConnector: '创建连接器',
    editDraft: '编辑',
    createdTogether: (name) => `连接器 ${name} 将与本表单一同创建，任意一项失败则都不创建。`,
    draft: (name) => `${name}（新建）`,
    noConnector: (type) => `暂无 ${type} 类型的连接器，可在此创建，完成后返回本表单。`,
    missing: (name) => `${name}（不存在）`,
    connectorHelp: '与外部系统的连接，多个动作和 Source 可共用一个连接器。',
    stateOf: (name, state) => `${name} · ${state}`,
    testNeedsConnector: {
      en: 'The test needs an existing connector. Test the new connector in its own form.',
      zh: '连接器尚未创建，暂时无法测试。请在连接器的表单中测试新连接器。',
    },
    warnings: {
      connector: '保存会中断连接，重新连接之前无法收发数据。',
      connectorOf: (count) => `保存会中断连接，重新连接之前无法收发数据。有 ${count} 个动作或 Source 使用该连接器。`,
      action: '保存会重启动作，缓存中的消息和重启期间收到的消息将丢失。',
      source: '保存会重启 Source，重启期间对方发送的消息可能丢失。',
    },
    copyNote: '密码等敏感信息不会被复制，保存副本前请重新填写。',
  },
})
