import type { SchemaTexts } from '../../../schema-form/index.ts'

const about = (en: string, zh: string, help?: { readonly en: string; readonly zh: string }) => ({
  label: { en, zh },
  ...(help && { help }),
})

const queue = {
  message_queue_len: about('Message queue length', '消息队列长度', {
    en: 'Maximum number of commands that wait for the reply of a device.',
    zh: '等待设备应答的下行命令的最大数量。',
  }),
  retry_interval: about('Retry interval', '重试间隔', {
    en: 'Interval after which a command without a reply is sent again.',
    zh: '下行命令没有应答时再次发送的间隔。',
  }),
  max_retry_times: about('Max retries', '最大重试次数', {
    en: 'Number of times that a command without a reply is sent again.',
    zh: '下行命令没有应答时的重发次数。',
  }),
}

/** Texts of the gateways that only EMQX has, for the components of its OpenAPI document. */
export const otherKindsTexts: SchemaTexts = {
  'emqx_gateway_api.update_gbt32960': queue,
  'emqx_gateway_api.update_jt808': {
    ...queue,
    frame: about('Frame limits', '帧限制'),
    proto: about('Topics and authentication', '主题与认证'),
  },
  'gateway.jt808_frame': {
    max_length: about('Max frame length', '最大帧长度', {
      en: 'Maximum length of a frame in bytes. Longer frames close the connection.',
      zh: '帧的最大长度（字节），超出时关闭连接。',
    }),
  },
  'gateway.jt808_proto': {
    auth: about('Registration', '注册'),
    up_topic: about('Upstream topic', '上行主题', {
      en: 'Topic to which messages of a terminal are published. Placeholders: ${clientid}, ${phone}.',
      zh: '发布终端消息的主题。占位符：${clientid}、${phone}。',
    }),
    dn_topic: about('Downstream topic', '下行主题', {
      en: 'Topic whose messages are sent to a terminal. Placeholders: ${clientid}, ${phone}.',
      zh: '将其消息发送到终端的主题。占位符：${clientid}、${phone}。',
    }),
    ignore_unsupported_frames: about('Ignore unsupported frames', '忽略不支持的帧', {
      en: 'Frames of unknown types are ignored. Otherwise they close the connection.',
      zh: '忽略未知类型的帧，否则关闭连接。',
    }),
  },
  'gateway.anonymous_true': {
    allow_anonymous: about('Anonymous terminals', '匿名终端'),
    registry: about('Registry URL', '注册服务 URL', {
      en: 'HTTP service that registers terminals. Without it every terminal is accepted.',
      zh: '注册终端的 HTTP 服务。不填写时接受所有终端。',
    }),
    authentication: about('Authentication URL', '鉴权服务 URL'),
  },
  'gateway.anonymous_false': {
    allow_anonymous: about('Anonymous terminals', '匿名终端'),
    registry: about('Registry URL', '注册服务 URL', {
      en: 'HTTP service that registers terminals.',
      zh: '注册终端的 HTTP 服务。',
    }),
    authentication: about('Authentication URL', '鉴权服务 URL', {
      en: 'HTTP service that checks the authentication code of a terminal.',
      zh: '校验终端鉴权码的 HTTP 服务。',
    }),
  },
  'emqx_gateway_api.update_ocpp': {
    default_heartbeat_interval: about('Default heartbeat interval', '默认心跳间隔', {
      en: 'Heartbeat interval in the BootNotification response to a charging station.',
      zh: '发送给充电桩的 BootNotification 响应中的心跳间隔。',
    }),
    heartbeat_checking_times_backoff: about('Missed heartbeats', '心跳检查退避次数', {
      en: 'Number of missed heartbeats after which the connection is closed.',
      zh: '连续缺少该次数的心跳后关闭连接。',
    }),
    message_format_checking: about('Message format check', '消息格式检查', {
      en: 'Direction in which messages are checked against the JSON schemas.',
      zh: '按 JSON Schema 检查消息的方向。',
    }),
    json_schema_dir: about('JSON schema folder', 'JSON Schema 目录'),
    json_schema_id_prefix: about('JSON schema ID prefix', 'JSON Schema ID 前缀'),
    upstream: about('Upstream topics', '上行主题'),
    dnstream: about('Downstream topics', '下行主题'),
  },
  'gateway_ocpp.upstream': {
    topic: about('Call topic', '请求主题', {
      en: 'Topic to which calls of a charging station are published. Placeholder: ${clientid}.',
      zh: '发布充电桩请求的主题。占位符：${clientid}。',
    }),
    reply_topic: about('Reply topic', '应答主题'),
    error_topic: about('Error topic', '错误主题'),
    topic_override_mapping: about('Topics by action', '按动作指定主题', {
      en: 'Topics for single actions instead of the call topic, for example BootNotification.',
      zh: '为个别动作（例如 BootNotification）指定不同的请求主题。',
    }),
  },
  'gateway_ocpp.dnstream': {
    topic: about('Command topic', '命令主题', {
      en: 'Topic whose messages are sent to a charging station. Placeholder: ${clientid}.',
      zh: '将其消息发送到充电桩的主题。占位符：${clientid}。',
    }),
    max_mqueue_len: about('Message queue length', '消息队列长度'),
  },
  'gateway.clientinfo_override': {
    username: about('Username', '用户名'),
    password: about('Password', '密码'),
    clientid: about('Client ID', '客户端 ID'),
  },
}
