import { choice, duration, flag, integer, setting, struct } from '../struct/index.ts'

/** Which subscriptions count as slow, and how many of them are kept (root `slow_subs`). */
export const slowSubscriptionSettings = struct('slow_subs.slow_subs', {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Slow subscriptions', zh: '慢订阅统计' },
    help: {
      en: 'Measures how long messages take to reach their subscribers. Costs nothing while it is off.',
      zh: '测量消息送达订阅者所用的时间。关闭时没有任何开销。',
    },
  }),
  threshold: setting(duration({ min: '1ms' }), {
    default: '500ms',
    label: { en: 'Threshold', zh: '时延阈值' },
    help: { en: 'Deliveries that take longer than this are listed.', zh: '送达时间超过该值的订阅会被记录。' },
  }),
  expire_interval: setting(duration({ min: '1s' }), {
    default: '300s',
    label: { en: 'Forget after', zh: '记录过期时间' },
    help: {
      en: 'An entry leaves the list when it has not become slower for so long.',
      zh: '若在该时间内没有出现更慢的情况，记录将从列表中移除。',
    },
  }),
  top_k_num: setting(integer(1, 1000, { unprinted: 'maximum' }), {
    default: 10,
    label: { en: 'Entries', zh: '最大记录数' },
    help: { en: 'How many of the slowest are kept, at most 1000.', zh: '保留最慢记录的条数，最多 1000。' },
  }),
  stats_type: setting(choice(['whole', 'internal', 'response']), {
    default: 'whole',
    label: { en: 'Measured time', zh: '统计类型' },
    help: {
      en: 'The whole way (whole): from the arrival in the session until the client has the message. Until it is sent (internal): within the broker. Until the client answers (response): from sending to its acknowledgement, 0 at QoS 0.',
      zh: '全程（whole）：从消息进入会话到客户端收到。直至发出（internal）：服务端内部所用的时间。客户端响应（response）：从发出到收到确认，QoS 0 时为 0。',
    },
  }),
})
