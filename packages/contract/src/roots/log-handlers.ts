import { byteSize, choice, flag, infinity, integer, oneOf, setting, struct, text } from '../struct/index.ts'

const levels = {
  debug: { en: 'Debug', zh: '调试' },
  info: { en: 'Info', zh: '信息' },
  notice: { en: 'Notice', zh: '通知' },
  warning: { en: 'Warning', zh: '警告' },
  error: { en: 'Error', zh: '错误' },
  critical: { en: 'Critical', zh: '严重' },
  alert: { en: 'Alert', zh: '警报' },
  emergency: { en: 'Emergency', zh: '紧急' },
  all: { en: 'All', zh: '全部' },
}

const level = () =>
  setting(choice(levels), {
    default: 'warning',
    label: { en: 'Level', zh: '日志级别' },
    help: { en: 'Minimum level of log entries that are written.', zh: '写入日志的最低级别。' },
  })
const formatter = () =>
  setting(choice({ text: { en: 'Text', zh: '文本' }, json: { en: 'JSON', zh: 'JSON' } }), {
    default: 'text',
    label: { en: 'Format', zh: '日志格式' },
    help: { en: 'Each entry is one line of text or one JSON object.', zh: '每条日志为一行文本或一个 JSON 对象。' },
  })
const timestampFormat = () =>
  setting(
    choice({
      auto: { en: 'Automatic', zh: '自动' },
      epoch: { en: 'Microseconds since 1970', zh: 'Unix 时间戳（微秒）' },
      rfc3339: { en: 'RFC 3339', zh: 'RFC 3339' },
    }),
    {
      default: 'auto',
      label: { en: 'Timestamp format', zh: '时间戳格式' },
      help: {
        en: 'Automatic writes RFC 3339 in text and microseconds since 1970 in JSON.',
        zh: '自动：文本使用 RFC 3339，JSON 使用自 1970 年起的微秒数。',
      },
      advanced: true,
    },
  )
const timeOffset = () =>
  setting(
    text({
      pattern: /^(system|utc|[zZ]?|[+-]([01]\d|2[0-3]):[0-5]\d)$/,
      expects: 'system, utc or an offset such as +08:00',
    }),
    {
      default: 'system',
      label: { en: 'Time offset', zh: '时区偏移' },
      help: { en: 'system, utc or an offset such as +08:00.', zh: 'system、utc 或形如 +08:00 的偏移。' },
      advanced: true,
    },
  )
const payloadEncode = () =>
  setting(
    choice({
      hex: { en: 'Hexadecimal', zh: '十六进制' },
      text: { en: 'Text', zh: '文本' },
      hidden: { en: 'Hidden', zh: '隐藏' },
    }),
    {
      default: 'text',
      label: { en: 'Payload encoding', zh: 'Payload 编码' },
      help: {
        en: 'How message payloads are written to the log. Payloads are logged only at level debug.',
        zh: '消息 Payload 在日志中的显示方式，仅在 debug 级别记录。',
      },
      advanced: true,
    },
  )
const path = (name: string) =>
  setting(text(), {
    default: `\${EMQX_LOG_DIR}/${name}`,
    label: { en: 'File', zh: '日志文件' },
    help: {
      en: 'Path of the log file. ${EMQX_LOG_DIR} is the log folder in the data folder.',
      zh: '日志文件的路径。${EMQX_LOG_DIR} 表示数据目录下的 log 目录。',
    },
  })
const rotationCount = () =>
  setting(integer(1, 128), {
    default: 10,
    label: { en: 'Max files', zh: '最大日志文件数' },
    help: {
      en: 'Maximum number of log files, from 1 to 128. The oldest file is deleted first.',
      zh: '最多保留的日志文件数，取值 1 至 128，最旧的先删除。',
    },
  })
const rotationSize = () =>
  setting(oneOf(byteSize(), infinity()), {
    default: '50MB',
    label: { en: 'Max file size', zh: '日志文件大小' },
    help: {
      en: 'A new file is started when the log file exceeds this size.',
      zh: '日志文件超过此大小时轮转。',
    },
  })

/** Log handler of the console. */
export const consoleHandler = struct('emqx.console_handler', {
  level: level(),
  enable: setting(flag(), {
    default: false,
    label: { en: 'Enabled', zh: '启用' },
    help: { en: 'Writes log entries to the console.', zh: '将日志输出到终端。' },
  }),
  formatter: formatter(),
  timestamp_format: timestampFormat(),
  time_offset: timeOffset(),
  payload_encode: payloadEncode(),
})

/** Log handler of a file. */
export const fileHandler = struct('emqx.log_file_handler', {
  path: path('emqx.log'),
  rotation_count: rotationCount(),
  rotation_size: rotationSize(),
  level: level(),
  enable: setting(flag(), {
    default: true,
    label: { en: 'Enabled', zh: '启用' },
    help: { en: 'Writes log entries to this file.', zh: '将日志写入此文件。' },
  }),
  formatter: formatter(),
  timestamp_format: timestampFormat(),
  time_offset: timeOffset(),
  payload_encode: payloadEncode(),
})

/** Log handler of the audit log. */
export const auditHandler = struct('emqx.log_audit_handler', {
  path: path('audit.log'),
  rotation_count: rotationCount(),
  rotation_size: rotationSize(),
  max_filter_size: setting(integer(10, 30_000), {
    default: 5000,
    label: { en: 'Max searchable entries', zh: '可检索条目数' },
    help: {
      en: 'Maximum number of entries kept for search, from 10 to 30,000.',
      zh: '保留用于检索的最大条目数，取值 10 至 30000。',
    },
  }),
  ignore_high_frequency_request: setting(flag(), {
    default: true,
    label: { en: 'Ignore frequent requests', zh: '忽略高频请求' },
    help: {
      en: 'Frequent requests, such as publishing messages and kicking out clients, are not recorded.',
      zh: '不记录发布消息、踢除客户端等高频请求。',
    },
  }),
  enable: setting(flag(), {
    default: true,
    label: { en: 'Enabled', zh: '启用' },
    help: {
      en: 'Records API calls that make changes, in this file and for search.',
      zh: '记录更改类 API 调用，写入此文件并可供检索。',
    },
  }),
  timestamp_format: timestampFormat(),
  time_offset: timeOffset(),
  payload_encode: payloadEncode(),
  level: setting(choice(levels), {
    default: 'info',
    label: { en: 'Level', zh: '日志级别' },
    hidden: true,
  }),
})
