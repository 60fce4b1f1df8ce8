import { flag, integer, setting, struct } from '../struct/index.ts'

/** Delayed messages: `$delayed/SECONDS/TOPIC` (root `delayed`). */
export const delayed = struct('modules.delayed', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Delayed publish', zh: '延迟发布' },
    help: {
      en: 'Messages to $delayed/SECONDS/TOPIC are published to TOPIC after that number of seconds.',
      zh: '发布到 $delayed/秒数/主题 的消息会在指定秒数后发布到该主题。',
    },
  }),
  max_delayed_messages: setting(integer(0, undefined, { unprinted: true }), {
    default: 0,
    label: { en: 'Max delayed messages', zh: '最大延迟消息数' },
    help: { en: 'Maximum number of delayed messages. 0 means no limit.', zh: '最大延迟消息数，0 表示不限制。' },
  }),
})
