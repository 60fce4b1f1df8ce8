import {
  byteSize,
  choice,
  completed,
  duration,
  flag,
  headerMap,
  integer,
  list,
  nested,
  poolSizeField,
  secret,
  setting,
  struct,
  structKind,
  template,
  text,
  tlsField,
  variants,
} from '@mqdeck/contract'
import { localTopicField } from '../fields.ts'
import type { IntegrationManifest } from '../port.ts'
import { batchActionOptions, connectorOptions } from '../resource-options.ts'

const noEffect = { en: 'No effect on this broker.', zh: '在此服务端不起作用。' }

const transport = struct('s3.transport_options', {
  ipv6_probe: setting(flag(), {
    default: false,
    advanced: true,
    label: { en: 'Probe IPv6', zh: 'IPv6 探测' },
    help: noEffect,
  }),
  connect_timeout: setting(duration({ min: '1ms' }), {
    default: '15s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: { en: 'Maximum time to open a connection.', zh: '建立连接的最长时间。' },
  }),
  pool_size: poolSizeField,
  enable_pipelining: setting(integer(1), {
    wire: { default: 0 },
    deprecated: true,
    advanced: true,
    label: { en: 'Pipelining', zh: 'HTTP 管道' },
    help: noEffect,
  }),
  ssl: tlsField,
  headers: setting(headerMap(), {
    wire: { is_template: true, example: {} },
    advanced: true,
    label: { en: 'Headers', zh: '请求头' },
    help: { en: 'Sent with each request.', zh: '每个请求携带的请求头。' },
  }),
  max_retries: setting(integer(0), {
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: {
      en: 'Number of immediate retries. Then the buffer retries the request.',
      zh: '立即重试的次数，之后由缓存重试请求。',
    },
  }),
  request_timeout: setting(duration({ min: '1ms' }), {
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: { en: 'Maximum time to wait for a response. Default 30s.', zh: '等待响应的最长时间，默认 30s。' },
  }),
})

const bucketField = (help: { readonly en: string; readonly zh: string }) =>
  setting(template(), { required: true, label: { en: 'Bucket', zh: '存储桶' }, help })

const uploadFields = {
  acl: setting(
    choice({
      private: { en: 'Private', zh: '私有' },
      public_read: { en: 'Public read', zh: '公共读' },
      public_read_write: { en: 'Public read and write', zh: '公共读写' },
      authenticated_read: { en: 'Authenticated read', zh: '已登录用户可读' },
      bucket_owner_read: { en: 'Bucket owner read', zh: '存储桶所有者可读' },
      bucket_owner_full_control: { en: 'Bucket owner full control', zh: '存储桶所有者完全控制' },
    }),
    {
      advanced: true,
      label: { en: 'Access', zh: '访问控制' },
      help: {
        en: 'Access permissions of the object. Default: set by the bucket.',
        zh: '对象的访问权限，默认由存储桶决定。',
      },
    },
  ),
  headers: setting(headerMap(), {
    wire: { example: {} },
    advanced: true,
    label: { en: 'Headers', zh: '请求头' },
    help: { en: 'Headers of the object, such as Cache-Control.', zh: '对象的请求头，例如 Cache-Control。' },
  }),
}

const modeLabel = { en: 'Upload mode', zh: '上传方式' }

const direct = struct('bridge_s3.s3_direct_upload_parameters', {
  mode: setting(choice({ direct: { en: 'Direct upload', zh: '直接上传' } }), { default: 'direct', label: modeLabel }),
  bucket: bucketField({ en: 'Bucket of the object. Placeholders are allowed.', zh: '对象的存储桶，可使用占位符。' }),
  key: setting(template(), {
    required: true,
    label: { en: 'Object key', zh: '对象键' },
    help: {
      en: 'Key of the object. Placeholders are allowed, such as ${clientid}/${id}.json.',
      zh: '对象的键，可使用占位符，例如 ${clientid}/${id}.json。',
    },
  }),
  content: setting(template(), {
    default: '${.}',
    label: { en: 'Content', zh: '对象内容' },
    help: {
      en: 'Content of the object. Placeholders are allowed. ${.} is the complete result of the rule as JSON.',
      zh: '对象的内容。可使用占位符，${.} 表示规则的完整结果（JSON）。',
    },
  }),
  ...uploadFields,
})

const containerLabel = { en: 'Format', zh: '文件格式' }

const csv = struct('bridge_s3.s3_aggregated_container_csv', {
  type: setting(choice({ csv: { en: 'CSV', zh: 'CSV' } }), { required: true, label: containerLabel }),
  column_order: setting(list(text()), {
    default: [],
    label: { en: 'First columns', zh: '优先列' },
    help: {
      en: 'Columns that come first, in this order. Other columns of the first record follow by name.',
      zh: '这些列按顺序排在最前，首条记录的其余列按名称排在其后。',
    },
  }),
})

/** Not in EMQX 5.8. Later versions have it. */
const jsonLines = struct('bridge_s3.s3_aggregated_container_json_lines', {
  type: setting(choice(['json_lines']), { required: true, label: containerLabel }),
})

const aggregation = struct('bridge_s3.s3_aggregation', {
  time_interval: setting(duration({ min: '1s' }), {
    default: '30m',
    wire: { example: '1h' },
    label: { en: 'Time interval', zh: '时间间隔' },
    help: {
      en: 'Maximum time to collect records for an object. The object is uploaded with the next health check.',
      zh: '为一个对象收集记录的最长时间，到时后在下一次健康检查时上传。',
    },
  }),
  max_records: setting(integer(1), {
    default: 100_000,
    label: { en: 'Max records', zh: '最大记录数' },
    help: {
      en: 'Maximum number of records of an object. A full object is uploaded immediately.',
      zh: '一个对象的最大记录数，达到时立即上传。',
    },
  }),
})

const partSize = (defaultValue: string, label: typeof noEffect, help: typeof noEffect) =>
  setting(byteSize({ min: '1' }), { default: defaultValue, wire: { example: '32MB' }, advanced: true, label, help })

const aggregated = struct('bridge_s3.s3_aggregated_upload_parameters', {
  mode: setting(choice({ aggregated: { en: 'Aggregated upload', zh: '聚合上传' } }), {
    required: true,
    label: modeLabel,
  }),
  bucket: bucketField({
    en: 'Bucket of the objects. Placeholders are not allowed.',
    zh: '对象的存储桶，不能使用占位符。',
  }),
  key: setting(template(), {
    required: true,
    label: { en: 'Object key', zh: '对象键' },
    help: {
      en: 'Key of the object. Placeholders are ${action}, ${node}, ${datetime.rfc3339utc} (or rfc3339, unix), ${datetime_until.…} and ${sequence}. Missing parts that make keys unique are appended.',
      zh: '对象的键。可使用占位符 ${action}、${node}、${datetime.rfc3339utc}（或 rfc3339、unix）、${datetime_until.…} 和 ${sequence}，缺少的区分项会自动附加在末尾。',
    },
  }),
  container: completed(
    variants([csv, jsonLines]),
    { type: 'csv' },
    { wire: { default: { type: 'csv' } }, label: containerLabel },
  ),
  aggregation: setting(structKind(aggregation), { required: true, label: { en: 'Aggregation', zh: '聚合' } }),
  ...uploadFields,
  min_part_size: partSize(
    '5mb',
    { en: 'Min part size', zh: '最小分段大小' },
    {
      en: 'Minimum size of the parts of a multipart upload. Smaller objects are uploaded in one request.',
      zh: '分段上传中每个分段的最小大小，更小的对象以单个请求上传。',
    },
  ),
  max_part_size: partSize(
    '5gb',
    { en: 'Max part size', zh: '最大分段大小' },
    { en: 'Maximum size of the parts of a multipart upload.', zh: '分段上传中每个分段的最大大小。' },
  ),
})

export const s3 = {
  type: 's3',
  label: { en: 'Amazon S3', zh: 'Amazon S3' },
  about: {
    en: 'Stores messages as objects in S3, MinIO and compatible storage, one object per message or many messages in a file.',
    zh: '将消息逐条或聚合为文件，存储到 S3、MinIO 等对象存储。',
  },
  category: 'storage',
  mark: 'S3',
  connector: {
    components: {
      post: 'bridge_s3.post_connector',
      put: 'bridge_s3.put_connector',
      get: 'bridge_s3.get_connector',
    },
    fields: {
      host: setting(text(), {
        required: true,
        label: { en: 'Host', zh: '主机' },
        help: {
          en: 'Host of the storage, such as s3.eu-central-1.amazonaws.com. The region is derived from it.',
          zh: '存储服务的主机，例如 s3.eu-central-1.amazonaws.com，区域由此得出。',
        },
      }),
      port: setting(integer(1), { required: true, label: { en: 'Port', zh: '端口' } }),
      access_key_id: setting(text(), {
        label: { en: 'Access key ID', zh: '访问密钥 ID' },
        help: {
          en: 'ID of the access key. Without it, requests are not signed.',
          zh: '访问密钥的 ID，留空时请求不签名。',
        },
      }),
      secret_access_key: setting(secret(), {
        wire: { example: 'R4ND0M/S∃CЯ∃T' },
        label: { en: 'Secret access key', zh: '访问密钥' },
        help: { en: 'Secret of the access key, used to sign the requests.', zh: '用于对请求签名的密钥。' },
      }),
      access_method: setting(
        choice({ path: { en: 'Path style', zh: '路径方式' }, vhost: { en: 'Virtual host style', zh: '虚拟主机方式' } }),
        {
          default: 'path',
          label: { en: 'Addressing style', zh: '访问方式' },
          help: {
            en: 'Position of the bucket in the URL. With path, host/bucket. With vhost, bucket.host.',
            zh: '存储桶在 URL 中的位置。path 为主机/存储桶，vhost 为存储桶.主机。',
          },
        },
      ),
      transport_options: nested(transport, { label: { en: 'Transport', zh: '传输选项' } }),
    },
    resourceOpts: connectorOptions('bridge_s3.s3_connector_resource_opts'),
  },
  action: {
    components: {
      post: 'bridge_s3.post_bridge_v2',
      put: 'bridge_s3.put_bridge_v2',
      get: 'bridge_s3.get_bridge_v2',
    },
    fields: { local_topic: localTopicField },
    parameters: [direct, aggregated],
    example: { parameters: { mode: 'direct', bucket: 'mqtt', key: '${clientid}/${id}.json', content: '${.}' } },
    resourceOpts: batchActionOptions('bridge_s3.s3_upload_resource_opts', { size: 100, time: '10ms' }),
  },
} as const satisfies IntegrationManifest
