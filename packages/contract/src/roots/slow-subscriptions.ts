import { choice, duration, flag, integer, setting, struct } from '../struct/index.ts'

/** Measurement of slow subscriptions (root `slow_subs`). */
export const slowSubscriptionSettings = struct('slow_subs.slow_subs', {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Slow subscription statistics', zh: '慢订阅统计' },
    help: {
      en: 'Measures how long messages take to reach their subscribers. No overhead if disabled.',
      zh: '测量消息送达订阅者所用的时间。禁用时没有任何开销。',
    },
  }),
  threshold: setting(duration({ min: '1ms' }), {
    default: '500ms',
    label: { en: 'Threshold', zh: '时延阈值' },
    help: { en: 'Deliveries that take longer than this are recorded.', zh: '送达时间超过该值的订阅会被记录。' },
  }),
  expire_interval: setting(duration({ min: '1s' }), {
    default: '300s',
    label: { en: 'Expiry interval', zh: '记录过期时间' },
    help: {
      en: 'Records are removed if no slower delivery occurs within this time.',
      zh: '若在该时间内没有出现更慢的情况，记录将从列表中移除。',
    },
  }),
  top_k_num: setting(integer(1, 1000, { unprinted: 'maximum' }), {
    default: 10,
    label: { en: 'Max records', zh: '最大记录数' },
    help: { en: 'Maximum number of slowest records, up to 1,000.', zh: '保留最慢记录的条数，最多 1000。' },
  }),
  stats_type: setting(
    choice({
      whole: { en: 'Total', zh: '全程' },
      internal: { en: 'Internal', zh: '内部' },
      response: { en: 'Response', zh: '响应' },
    }),
    {
      default: 'whole',
      label: { en: 'Measured latency', zh: '统计类型' },
      help: {
        en: 'Total is the time from arrival in the session until the client has received the message. Internal ends when the message is sent. Response is the time from sending to acknowledgement, 0 for QoS 0.',
        zh: '全程：从消息进入会话到客户端收到。内部：到消息发出为止。响应：从发出到收到确认，QoS 0 时为 0。',
      },
    },
  ),
})
