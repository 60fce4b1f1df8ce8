import { choice, duration, integer, list, setting, struct } from '../struct/index.ts'

/** What happens with alarms, and how long those that are over are remembered (root `alarm`). */
export const alarm = struct('emqx.alarm', {
  actions: setting(list(choice(['log', 'publish'])), {
    default: ['log', 'publish'],
    label: { en: 'Actions', zh: '动作' },
    help: {
      en: 'log: a warning in the log. publish: a message to $SYS/brokers/NODE/alarms/activate and .../deactivate.',
      zh: 'log：写入警告日志。publish：向 $SYS/brokers/节点/alarms/activate 与 .../deactivate 发布消息。',
    },
    wire: { example: ['log', 'publish'] },
  }),
  size_limit: setting(integer(1, 3000), {
    default: 1000,
    label: { en: 'History size', zh: '历史告警数上限' },
    help: {
      en: 'How many past alarms are kept; the oldest go first.',
      zh: '保留的历史告警条数，超出时先移除最早的。',
    },
    wire: { example: 1000 },
  }),
  validity_period: setting(duration({ min: '1s' }), {
    default: '24h',
    label: { en: 'History period', zh: '历史告警保留时长' },
    help: { en: 'How long past alarms are kept.', zh: '历史告警保留的时间。' },
    wire: { example: '24h' },
  }),
})
