import {
  choice,
  flag,
  httpConnectionFields,
  integer,
  secret,
  serverAddress,
  setting,
  struct,
  template,
  text,
  variants,
} from '@mqdeck/contract'
import type { IntegrationManifest } from '../port.ts'
import { actionOptions, connectorOptions } from '../resource-options.ts'

const basic = struct('elasticsearch.auth_basic', {
  username: setting(text(), { required: true, label: { en: 'Username', zh: '用户名' } }),
  password: setting(secret(), {
    required: true,
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
    label: { en: 'Password', zh: '密码' },
  }),
})

const action = <const A extends string>(name: A) =>
  setting(choice([name]), { required: true, label: { en: 'Operation', zh: '操作' } })

const index = setting(template(), {
  required: true,
  wire: { example: '${payload.index}' },
  label: { en: 'Index', zh: '索引' },
  help: { en: 'Or its alias, or a data stream. May have place holders.', zh: '也可为别名或数据流，可使用占位符。' },
})
const idAbout = { wire: { example: '${payload.id}' }, label: { en: 'Document ID', zh: '文档 ID' } }
const id = setting(template(), {
  ...idAbout,
  required: true,
  help: { en: 'A message without a value for it fails.', zh: '消息中没有对应的值时请求失败。' },
})
const routing = setting(template(), {
  wire: { example: '${payload.routing}' },
  advanced: true,
  label: { en: 'Routing', zh: '路由' },
  help: { en: 'Which shard the document is in.', zh: '决定文档所在的分片。' },
})
const retries = setting(integer(0), {
  default: 2,
  advanced: true,
  label: { en: 'Retries', zh: '重试次数' },
  help: {
    en: 'How often a request is repeated at once when its connection breaks, before the buffer waits.',
    zh: '连接中断时立即重发请求的次数，之后由缓存等待重试。',
  },
})
const doc = setting(template(), {
  wire: { example: '${payload.doc}' },
  label: { en: 'Document', zh: '文档' },
  help: {
    en: 'JSON with place holders; without it everything the rule has selected.',
    zh: '带占位符的 JSON；留空时为规则选出的全部数据。',
  },
})
const alias = setting(flag(), {
  advanced: true,
  label: { en: 'Require an alias', zh: '要求别名' },
  help: { en: 'Refuses an index that is none.', zh: '索引不是别名时拒绝请求。' },
})

const create = struct('bridge_elasticsearch.action_create', {
  action: action('create'),
  index,
  id: setting(template(), {
    ...idAbout,
    help: { en: 'Without it Elasticsearch makes one.', zh: '留空时由 Elasticsearch 生成。' },
  }),
  doc,
  routing,
  require_alias: alias,
  overwrite: setting(flag(), {
    default: true,
    label: { en: 'Overwrite', zh: '覆盖' },
    help: {
      en: 'Replaces a document that is there already; otherwise the request fails.',
      zh: '替换已存在的文档；关闭时请求失败。',
    },
  }),
  max_retries: retries,
})

const update = struct('bridge_elasticsearch.action_update', {
  action: action('update'),
  index,
  id,
  doc,
  doc_as_upsert: setting(flag(), {
    default: false,
    label: { en: 'Create if missing', zh: '不存在时创建' },
    help: { en: 'Makes a document of it where there is none.', zh: '文档不存在时以此内容创建。' },
  }),
  routing,
  require_alias: alias,
  max_retries: retries,
})

const remove = struct('bridge_elasticsearch.action_delete', {
  action: action('delete'),
  index,
  id,
  routing,
  max_retries: retries,
})

const { connect_timeout, pool_size, enable_pipelining, ssl } = httpConnectionFields

export const elasticsearch = {
  type: 'elasticsearch',
  label: { en: 'Elasticsearch', zh: 'Elasticsearch' },
  about: {
    en: 'Writes, changes and deletes documents in Elasticsearch or OpenSearch.',
    zh: '在 Elasticsearch 或 OpenSearch 中写入、更新和删除文档。',
  },
  category: 'database',
  connector: {
    components: { post: 'elasticsearch.post', put: 'elasticsearch.put', get: 'elasticsearch.get' },
    fields: {
      server: setting(serverAddress(9200), {
        default: '127.0.0.1:9200',
        label: { en: 'Server', zh: '服务器' },
        help: {
          en: 'Name or address and port; 9200 when no port is given.',
          zh: '主机名或地址及端口，未指定端口时为 9200。',
        },
      }),
      authentication: setting(variants([basic]), { label: { en: 'Authentication', zh: '认证' } }),
      pool_size,
      connect_timeout,
      pool_type: setting(choice(['random', 'hash']), {
        default: 'random',
        advanced: true,
        label: { en: 'Choice of connection', zh: '连接池类型' },
        help: {
          en: 'random: the connection with the least to do. hash: requests of one client go over the same connection.',
          zh: 'random：使用最空闲的连接；hash：同一客户端的请求使用同一连接。',
        },
      }),
      enable_pipelining,
      ssl,
    },
    resourceOpts: connectorOptions('bridge_http.connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_elasticsearch.post_bridge_v2',
      put: 'bridge_elasticsearch.put_bridge_v2',
      get: 'bridge_elasticsearch.get_bridge_v2',
    },
    // As EMQX prints them: forms begin with the last.
    parameters: [update, remove, create],
    resourceOpts: actionOptions('bridge_elasticsearch.action_resource_opts'),
  },
} as const satisfies IntegrationManifest
