import type { SchemaTexts } from '../../schema-form/index.ts'

/** Texts of fields that only webhooks have, or that have another meaning than in an action. */
export const formTexts = {
  webhook: {
    name: {
      label: { en: 'Name', zh: '名称' },
      help: {
        en: 'Cannot be changed later. The connector, action and rule are named after it, with the suffix _WH_D.',
        zh: '创建后不可修改。其连接器、动作和规则以此名称加后缀 _WH_D 命名。',
      },
    },
    description: { label: { en: 'Description', zh: '描述' } },
    sql: { label: { en: 'Trigger', zh: '触发条件' } },
    connector: { label: { en: 'Connector', zh: '连接器' } },
    action: { label: { en: 'Action', zh: '动作' } },
  },
  connector: {
    url: {
      label: { en: 'URL', zh: 'URL' },
      help: {
        en: 'Address and path of the web service, such as https://example.com/hooks/mqtt.',
        zh: 'Web 服务的地址和路径，例如 https://example.com/hooks/mqtt。',
      },
    },
  },
  parameters: {
    path: {
      label: { en: 'Path with placeholders', zh: '带占位符的路径' },
      help: {
        en: 'Appended to the path of the URL. May contain a query, such as ${clientid}?topic=${topic}. Values are URL-encoded.',
        zh: '接在 URL 的路径之后，可包含查询参数，例如 ${clientid}?topic=${topic}。占位符的值会被编码。',
      },
    },
    headers: {
      label: { en: 'Headers', zh: '请求头' },
      help: {
        en: 'Placeholders are allowed in names and values. The broker sets connection headers such as Host.',
        zh: '名称和值中可使用占位符。Host 等连接相关的请求头由服务端设置。',
      },
    },
  },
} satisfies SchemaTexts
