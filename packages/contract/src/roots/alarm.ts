import { choice, duration, integer, list, setting, struct } from '../struct/index.ts'

/** Actions and history of alarms (root `alarm`). */
export const alarm = struct('emqx.alarm', {
  actions: setting(
    list(
      choice({
        log: { en: 'Write to the log', zh: '写入日志' },
        publish: { en: 'Publish to a topic', zh: '发布到主题' },
      }),
    ),
    {
      default: ['log', 'publish'],
      label: { en: 'Actions', zh: '动作' },
      help: {
        en: 'Actions when an alarm changes. The log gets a warning. The topics are $SYS/brokers/NODE/alarms/activate and .../deactivate.',
        zh: '告警变化时执行的动作。日志中写入警告，主题为 $SYS/brokers/节点/alarms/activate 与 .../deactivate。',
      },
      wire: { example: ['log', 'publish'] },
    },
  ),
  size_limit: setting(integer(1, 3000), {
    default: 1000,
    label: { en: 'History size', zh: '历史告警数上限' },
    help: {
      en: 'Maximum number of past alarms, up to 3,000. The oldest are deleted first.',
      zh: '保留的历史告警条数，不超过 3000，超出时先删除最早的。',
    },
    wire: { example: 1000 },
  }),
  validity_period: setting(duration({ min: '1s' }), {
    default: '24h',
    label: { en: 'Retention period', zh: '历史告警保留时长' },
    help: { en: 'How long past alarms are kept, at least 1 s.', zh: '历史告警保留的时间，至少 1 秒。' },
    wire: { example: '24h' },
  }),
})
