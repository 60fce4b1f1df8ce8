import { defineMessages } from '../../../i18n/index.ts'

/** Texts of the forms. The texts of the fields come from the declarations. */
export const formMessages = defineMessages({
  en: {
    noForm: 'The broker does not describe these settings. Edit them as JSON.',
    badName: 'Use letters, digits, _ and -, up to 255 characters. Start with a letter or a digit.',
    groups: {
      basics: 'Basics',
      protocol: 'Protocol',
      clientInfo: 'Client information',
      limits: 'Rate limits',
      tls: 'TLS',
      websocket: 'WebSocket',
      access: 'Access rules',
      proxy: 'PROXY protocol',
      transport: 'Transport',
    },
  },
  zh: {
    noForm: '服务端未提供这些设置的描述，请以 JSON 格式编辑。',
    badName: '由字母、数字、_ 和 - 组成，最多 255 个字符，以字母或数字开头。',
    groups: {
      basics: '基本设置',
      protocol: '协议',
      clientInfo: '客户端信息',
      limits: '速率限制',
      tls: 'TLS',
      websocket: 'WebSocket',
      access: '访问规则',
      proxy: '代理协议',
      transport: '传输层',
    },
  },
})
