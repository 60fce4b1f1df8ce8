import { defineMessages, plural } from '../../i18n/index.ts'

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
    nodes: (count: number) => plural(count, 'node'),
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

/** Chinese has a space only beside what is not Chinese: names of nodes may be either. */
const spaced = (...words: readonly string[]): string =>
  words.join(' ').replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')

/** How nodes differ, and who of them is missing. */
export const nodeMessages = defineMessages({
  en: {
    /** In the middle of a sentence. */
    isIn: {
      connected: 'connected',
      connecting: 'still connecting',
      disconnected: 'disconnected',
      inconsistent: 'in several states',
      stopped: 'stopped',
      disabled: 'disabled',
      unknown: 'in an unknown state',
      running: 'running',
    },
    differ: 'The nodes differ.',
    difference: (who: string, count: number, state: string, others: string, otherCount: number, otherState: string) =>
      `${who} ${count === 1 ? 'is' : 'are'} ${state}, while ${others} ${otherCount === 1 ? 'is' : 'are'} ${otherState}`,
    reason: (sentence: string, reason: string | undefined) =>
      reason === undefined ? `${sentence}.` : `${sentence}: ${reason}`,
    onEvery: 'On every node',
    onSome: (who: string) => `On ${who}`,
    reconnect: (node: string) => `Reconnect ${node}`,
    everyNode: 'Every node',
    nodeStopped: 'Node stopped',
    noAnswer: 'No answer',
    absent: (who: string, count: number, allStopped: boolean) =>
      allStopped
        ? `${who} ${count === 1 ? 'is' : 'are'} stopped and not included.`
        : `${who} did not answer and ${count === 1 ? 'is' : 'are'} not included.`,
    find: 'Find a node',
    showAll: (count: number) => `Show all ${count} nodes`,
    showFewer: 'Show fewer',
    noneFound: 'No node has this in its name',
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
    difference: (who, _count, state, others, _otherCount, otherState) =>
      `${spaced(who, state)}，${spaced('而', others, otherState)}`,
    reason: (sentence, reason) => (reason === undefined ? `${sentence}。` : `${sentence}：${reason}`),
    onEvery: '所有节点',
    onSome: (who) => `${who}`,
    reconnect: (node) => `重连 ${node}`,
    everyNode: '各节点',
    nodeStopped: '节点已停止',
    noAnswer: '未响应',
    absent: (who, _count, allStopped) => `${spaced(who, allStopped ? '已停止' : '未响应')}，未包含在内。`,
    find: '查找节点',
    showAll: (count) => `显示全部 ${count} 个节点`,
    showFewer: '收起',
    noneFound: '没有名称匹配的节点',
    theOthers: (count) => `其余 ${count} 个`,
    theRest: (count) => `其余 ${count} 个节点`,
  },
})
