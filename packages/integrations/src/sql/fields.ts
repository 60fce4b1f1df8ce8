import { setting, text } from '@mqdeck/contract'

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
