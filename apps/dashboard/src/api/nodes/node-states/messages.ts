import { defineMessages, plural } from '../../../i18n/index.ts'

/** States of connectors, actions, sources, rules and listeners. */
export const stateMessages = defineMessages({
  en: {
    states: {
      connected: 'Connected',
      connecting: 'Connecting',
      disconnected: 'Disconnected',
      inconsistent: 'Inconsistent',
      stopped: 'Stopped',
      disabled: 'Disabled',
      error: 'No response',
      unknown: 'Unknown',
    },
    nodes: (count: number) => plural(count, 'node'),
    byNode: (name: string) => `${name} by node`,
  },
  zh: {
    states: {
      connected: '已连接',
      connecting: '连接中',
      disconnected: '已断开',
      inconsistent: '不一致',
      stopped: '已停止',
      disabled: '已禁用',
      error: '无响应',
      unknown: '未知',
    },
    nodes: (count) => `${count} 个节点`,
    byNode: (name) => `${name} 在各节点的状态`,
  },
})

/** Joins words with spaces, but without a space between two Chinese characters. */
const spaced = (...words: readonly string[]): string =>
  words.join(' ').replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')

/** Differences between nodes, and nodes without an answer. */
export const nodeMessages = defineMessages({
  en: {
    /** Used inside a sentence. */
    isIn: {
      connected: 'connected',
      connecting: 'still connecting',
      disconnected: 'disconnected',
      inconsistent: 'inconsistent',
      stopped: 'stopped',
      disabled: 'disabled',
      unknown: 'in an unknown state',
      running: 'running',
    },
    differ: 'The nodes differ.',
    difference: (nodes: string, count: number, state: string, others: string, otherCount: number, otherState: string) =>
      `${nodes} ${count === 1 ? 'is' : 'are'} ${state}, while ${others} ${otherCount === 1 ? 'is' : 'are'} ${otherState}`,
    reason: (sentence: string, reason: string | undefined) =>
      reason === undefined ? `${sentence}.` : `${sentence}: ${reason}`,
    onEvery: 'On every node',
    onSome: (nodes: string) => `On ${nodes}`,
    reconnect: (node: string) => `Reconnect ${node}`,
    everyNode: 'By node',
    nodeStopped: 'Node stopped',
    noAnswer: 'No response',
    absent: (nodes: string, count: number, allStopped: boolean) =>
      allStopped
        ? `${nodes} ${count === 1 ? 'is' : 'are'} stopped and not included.`
        : `${nodes} did not respond and ${count === 1 ? 'is' : 'are'} not included.`,
    find: 'Find node',
    showAll: (count: number) => `Show all ${count} nodes`,
    showFewer: 'Show fewer',
    noneFound: 'No matching nodes',
    theOthers: (count: number) => plural(count, 'other'),
    theRest: (count: number) => `the other ${count}`,
  },
  zh: {
    isIn: {
      connected: '已连接',
      connecting: '正在连接',
      disconnected: '已断开',
      inconsistent: '状态不一致',
      stopped: '已停止',
      disabled: '已禁用',
      unknown: '状态未知',
      running: '运行中',
    },
    differ: '各节点状态不同。',
    difference: (nodes, _count, state, others, _otherCount, otherState) =>
      `${spaced(nodes, state)}，${spaced('而', others, otherState)}`,
    reason: (sentence, reason) => (reason === undefined ? `${sentence}。` : `${sentence}：${reason}`),
    onEvery: '所有节点',
    onSome: (nodes) => nodes,
    reconnect: (node) => `重连 ${node}`,
    everyNode: '按节点',
    nodeStopped: '节点已停止',
    noAnswer: '未响应',
    absent: (nodes, _count, allStopped) => `${spaced(nodes, allStopped ? '已停止' : '未响应')}，未包含在内。`,
    find: '查找节点',
    showAll: (count) => `显示全部 ${count} 个节点`,
    showFewer: '收起',
    noneFound: '没有匹配的节点',
    theOthers: (count) => `其余 ${count} 个`,
    theRest: (count) => `其余 ${count} 个节点`,
  },
})
