import type { SchemaTexts } from '../../schema-form/index.ts'

/** Words for what a webhook has of its own, and for what means something else in it than in an action. */
export const formTexts = {
  webhook: {
    name: {
      label: { en: 'Name', zh: '名称' },
      help: {
        en: 'Cannot be changed later. Its connector, action and rule get it with _WH_D behind.',
        zh: '创建后不可修改。其连接器、动作和规则以此名称加 _WH_D 命名。',
      },
    },
    description: { label: { en: 'Description', zh: '描述' } },
    sql: { label: { en: 'When it calls', zh: '触发条件' } },
    connector: { label: { en: 'Connector', zh: '连接器' } },
    action: { label: { en: 'Action', zh: '动作' } },
  },
  connector: {
    url: {
      label: { en: 'URL', zh: 'URL' },
      help: {
        en: 'Of the server that is called, with its path: https://example.com/hooks/mqtt',
        zh: '被调用的服务地址，可包含路径，例如 https://example.com/hooks/mqtt',
      },
    },
  },
  parameters: {
    path: {
      label: { en: 'Path with placeholders', zh: '带占位符的路径' },
      help: {
        en: 'Goes behind the path of the URL, with its query: ${clientid}?topic=${topic}. Values are encoded.',
        zh: '接在 URL 的路径之后，可包含查询参数，例如 ${clientid}?topic=${topic}。占位符的值会被编码。',
      },
    },
    headers: {
      label: { en: 'Headers', zh: '请求头' },
      help: {
        en: 'Placeholders may stand in names and values. Those of the connection itself are set by the broker.',
        zh: '名称和值中可使用占位符。与连接本身有关的请求头由 Broker 设置。',
      },
    },
  },
} satisfies SchemaTexts
