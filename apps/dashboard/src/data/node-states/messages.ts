import { defineMessages } from '../../i18n/index.ts'

/** What the broker says of the state of something that is connected, and that it is off. */
export const stateMessages = defineMessages({
  en: {
    states: {
      connected: 'Connected',
      connecting: 'Connecting',
      disconnected: 'Disconnected',
      inconsistent: 'Inconsistent',
      stopped: 'Stopped',
      disabled: 'Disabled',
      unknown: 'Unknown',
    },
    why: 'Why?',
    nodes: (count: number) => `${count} nodes`,
    onNodes: (name: string) => `${name} on every node`,
  },
  zh: {
    states: {
      connected: '已连接',
      connecting: '连接中',
      disconnected: '已断开',
      inconsistent: '不一致',
      stopped: '已停止',
      disabled: '已禁用',
      unknown: '未知',
    },
    why: '原因',
    nodes: (count) => `${count} 个节点`,
    onNodes: (name) => `${name} 在各节点的状态`,
  },
})
