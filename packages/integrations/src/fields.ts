import { setting, text } from '@mqdeck/contract'

/** Most types of EMQX have this field for actions. */
export const localTopicField = setting(text(), {
  advanced: true,
  label: { en: 'Local topic', zh: '本地主题' },
  help: {
    en: 'Messages published to this topic of the broker are sent to the action without a rule.',
    zh: '发布到该本地主题的消息会直接交给此动作，无需规则。',
  },
})

/** Field for the SQL template of an action, with the default of EMQX. */
export const sqlField = (defaultValue: string) =>
  setting(text({ format: 'sql', wire: { is_template: true } }), {
    default: defaultValue,
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'Runs for each message. Placeholders such as ${payload.temperature} are sent as parameters, never as SQL, and need no quotes.',
      zh: '每条消息执行一次。${payload.temperature} 等占位符作为参数发送，不会作为 SQL 执行，无需加引号。',
    },
  })
