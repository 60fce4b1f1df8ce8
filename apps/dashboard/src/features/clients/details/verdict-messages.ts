import { defineMessages, plural } from '../../../i18n/index.ts'

interface CapacityTexts {
  readonly window: string
  readonly ack: string
  readonly possible: string
  readonly arriving: string
}

/** Texts of the verdict about one client. */
export const verdictMessages = defineMessages({
  en: {
    summaries: {
      keepsUp: 'Keeps up.',
      cannotKeepUp: 'Cannot keep up:',
      offline: 'Offline, no queued messages.',
      offlineFull: 'Offline, new messages are dropped:',
      offlineQueue: 'Offline, messages are queued:',
      flapping: 'Reconnects often:',
      denied: 'Often denied:',
    },
    facts: {
      queueFull: (count: string, limit: string | undefined): string =>
        limit === undefined ? `queue full (${count})` : `queue full (${count} of ${limit})`,
      queued: (count: string, limit: string | undefined): string =>
        limit === undefined ? `${count} in the queue` : `${count} of ${limit} in the queue`,
      inflightFull: (count: string, limit: string) => `${count} of ${limit} in flight unacknowledged`,
      dropping: (rate: string) => `${rate} drops per second`,
      flapping: (count: string) => `${plural(count, 'connection')} in 10 min`,
      denied: (count: string) => `${plural(count, 'request')} denied in 10 min`,
    },
    joined: (facts: readonly string[]) => ` ${facts.join(', ')}.`,
    measuring: 'Measuring the rates…',
    capacity: ({ window, ack, possible, arriving }: CapacityTexts) =>
      `Receive maximum ${window}, mean acknowledgement time ${ack}: at most ${possible} messages/s. ${arriving}/s arrive.`,
    noAcks: (window: string) => `Receive maximum ${window}. No message was acknowledged in the last minute.`,
    offlineHint: 'Queued messages are sent when the client reconnects.',
    values: { received: 'In', sent: 'Out', dropped: 'Dropped', queue: 'Message queue', inflight: 'Inflight window' },
    perSecondValue: (rate: string) => `${rate}/s`,
  },
  zh: {
    summaries: {
      keepsUp: '接收正常。',
      cannotKeepUp: '接收过慢：',
      offline: '离线，没有排队消息。',
      offlineFull: '离线，新消息会被丢弃：',
      offlineQueue: '离线，消息正在排队：',
      flapping: '频繁重连：',
      denied: '频繁被拒绝：',
    },
    facts: {
      queueFull: (count, limit) => (limit === undefined ? `队列已满（${count}）` : `队列已满（${count} / ${limit}）`),
      queued: (count, limit) => (limit === undefined ? `队列中有 ${count} 条` : `队列中有 ${count} / ${limit} 条`),
      inflightFull: (count, limit) => `${count} / ${limit} 条飞行消息未确认`,
      dropping: (rate) => `每秒丢弃 ${rate} 条`,
      flapping: (count) => `10 分钟内连接 ${count} 次`,
      denied: (count) => `10 分钟内被拒绝 ${count} 次`,
    },
    joined: (facts) => `${facts.join('，')}。`,
    measuring: '正在测量速率…',
    capacity: ({ window, ack, possible, arriving }) =>
      `接收最大值 ${window}，平均确认时间 ${ack}：每秒最多 ${possible} 条；每秒到达 ${arriving} 条。`,
    noAcks: (window) => `接收最大值 ${window}。最近一分钟没有消息被确认。`,
    offlineHint: '客户端重新连接后会收到排队的消息。',
    values: { received: '流入', sent: '流出', dropped: '丢弃', queue: '消息队列', inflight: '飞行窗口' },
    perSecondValue: (rate) => `${rate}/秒`,
  },
})
