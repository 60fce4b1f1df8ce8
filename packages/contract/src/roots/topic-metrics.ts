import { identityOf, list, setting, struct, structKind, text } from '../struct/index.ts'

/** A topic whose messages are counted. */
const topicMetric = struct('modules.topic_metrics', {
  topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Counts the messages of exactly this topic. Wildcards are not supported.',
      zh: '统计该主题的消息，不支持通配符。',
    },
  }),
})

/** Root `topic_metrics`: the counted topics, in the order in which they were added. */
export const topicMetricsTopics = list({ ...structKind(topicMetric), identify: identityOf('topic') })
