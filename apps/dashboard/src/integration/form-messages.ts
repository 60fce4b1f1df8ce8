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
    create: 'Create',
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
      connector: 'Saving connects anew: until that is done, nothing goes through this connector.',
      connectorOf: (count: number) =>
        count === 1
          ? 'Saving connects anew: until that is done, nothing goes through this connector, nor through the one that uses it.'
          : `Saving connects anew: until that is done, nothing goes through this connector, nor through the ${count} that use it.`,
      action: 'Saving restarts the action: what waits in its buffer is lost, and so is what arrives meanwhile.',
      source: 'Saving restarts the source: what is sent meanwhile may not be received.',
    },
    saved: (name: string) => `${name} is saved.`,
    copyNote: 'Passwords and other secrets are not copied. Enter them again before you save the copy.',
  },
  zh: {
    connectionWorks: '连接成功',
    groups: { general: '基本信息', connection: '连接', action: '发送内容', source: '接收内容', tls: 'TLS' },
    create: '创建',
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
      connector: '保存后会重新连接，期间该连接器不可用。',
      connectorOf: (count) => `保存后会重新连接，期间该连接器及使用它的 ${count} 项均不可用。`,
      action: '保存后动作会重启：缓存中的消息和期间到达的消息将丢失。',
      source: '保存后 Source 会重启：期间对方发送的消息可能无法收到。',
    },
    saved: (name) => `${name} 已保存。`,
    copyNote: '密码等敏感信息不会被复制，保存副本前请重新填写。',
  },
})
