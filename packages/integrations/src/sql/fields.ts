import { setting, text } from '@mqdeck/contract'

/** The statement of an action, with EMQX's default. */
export const sqlField = (usual: string) =>
  setting(text({ format: 'sql', wire: { is_template: true } }), {
    default: usual,
    label: { en: 'SQL', zh: 'SQL' },
    help: {
      en: 'Runs for each message. Place holders such as ${payload.temperature} go to the database as parameters, never as SQL; quotes around them are not needed.',
      zh: '每条消息执行一次。${payload.temperature} 等占位符以参数形式传给数据库，不会成为 SQL 的一部分，无需加引号。',
    },
  })
