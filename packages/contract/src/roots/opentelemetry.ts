import {
  anyMap,
  choice,
  duration,
  flag,
  integer,
  nested,
  percent,
  qosLevel,
  setting,
  struct,
  text,
  url,
} from '../struct/index.ts'
import { clientTls } from './client-tls.ts'

const exporter = struct(
  'opentelemetry.otel_exporter',
  {
    endpoint: setting(url(), {
      default: 'http://localhost:4317',
      wire: { example: 'http://127.0.0.1' },
      label: { en: 'Address', zh: '地址' },
      help: {
        en: 'OTLP/gRPC address of the collector. Use https:// for TLS.',
        zh: '采集器的 OTLP/gRPC 地址。使用 TLS 时以 https:// 开头。',
      },
    }),
    headers: setting(anyMap({ ...text(), secret: true }), {
      default: {},
      wire: { example: {} },
      label: { en: 'Headers', zh: '请求头' },
      help: {
        en: 'Headers sent with every export, for example Authorization.',
        zh: '随每次导出发送的请求头，例如 Authorization。',
      },
    }),
    ssl_options: nested(clientTls, {
      from: { enable: false },
      label: { en: 'TLS', zh: 'TLS' },
      help: { en: 'Applies to https:// addresses.', zh: '用于 https:// 地址。' },
    }),
  },
  ({ endpoint, headers, ssl_options }, refuse) => {
    if (!/^https?:\/\//i.test(endpoint)) return refuse('endpoint', 'must begin with http:// or https://')
    const { username, password, protocol } = new URL(endpoint)
    if (username !== '' || password !== '')
      refuse('endpoint', 'must not contain a username or password. Use the header Authorization instead')
    if (ssl_options.enable && protocol === 'http:') refuse('endpoint', 'must begin with https:// if TLS is enabled')
    // RFC 7540, 8.1.2 and gRPC's metadata: names in lower case, values of printable ASCII.
    for (const [name, value] of Object.entries(headers))
      if (!/^[\w.-]+$/.test(name) || name.toLowerCase().endsWith('-bin') || !/^[\x20-\x7e]*$/.test(value))
        refuse(
          `headers.${name}`,
          'must have a name of letters, digits, -, _ and ., and a value of printable ASCII characters',
        )
  },
)

const metrics = struct('opentelemetry.otel_metrics', {
  enable: setting(flag(), {
    default: false,
    required: true,
    label: { en: 'Export metrics', zh: '导出指标' },
    help: { en: 'Exports the counters and gauges of this node.', zh: '导出本节点的计数与统计指标。' },
  }),
  interval: setting(duration({ min: '1s' }), {
    default: '10s',
    wire: { example: '32s' },
    label: { en: 'Interval', zh: '导出间隔' },
    help: { en: 'Time between two exports, at least 1 s.', zh: '两次导出之间的时间，至少 1 秒。' },
  }),
})

const e2eOptions = struct('opentelemetry.e2e_tracing_options', {
  cluster_identifier: setting(text({ maxBytes: 256 }), {
    default: 'emqxcl',
    required: true,
    label: { en: 'Cluster identifier', zh: '集群标识' },
    help: {
      en: 'Added to every span as cluster.id, up to 256 bytes.',
      zh: '以 cluster.id 写入每个 Span，最多 256 字节。',
    },
  }),
  msg_trace_level: setting(qosLevel(), {
    default: 0,
    wire: { example: 0 },
    label: { en: 'Message trace level', zh: '消息追踪级别' },
    help: {
      en: '0 traces publish and delivery. 1 adds PUBACK and PUBREC. 2 adds PUBREL and PUBCOMP.',
      zh: '0 追踪发布与投递；1 另含 PUBACK 与 PUBREC；2 另含 PUBREL 与 PUBCOMP。',
    },
  }),
  clientid_match_rules_max: setting(integer(1, 10_000, { unprinted: 'maximum' }), {
    default: 30,
    label: { en: 'Max client IDs', zh: '客户端 ID 数量上限' },
    help: {
      en: 'Maximum number of client IDs on the trace list, up to 10,000.',
      zh: '客户端 ID 追踪名单最多可包含的数量，不超过 10000。',
    },
    advanced: true,
  }),
  topic_match_rules_max: setting(integer(1, 10_000, { unprinted: 'maximum' }), {
    default: 30,
    label: { en: 'Max topics', zh: '主题数量上限' },
    help: {
      en: 'Maximum number of topics on the trace list, up to 10,000.',
      zh: '主题追踪名单最多可包含的数量，不超过 10000。',
    },
    advanced: true,
  }),
  sample_ratio: setting(percent(), {
    default: '10%',
    wire: { example: '12%' },
    label: { en: 'Sample ratio', zh: '采样比例' },
    help: {
      en: 'Share of the events below that is traced. Client IDs and topics on the trace lists are always traced.',
      zh: '以下事件中被追踪的比例；追踪名单中的客户端与主题始终被追踪。',
    },
  }),
  client_connect_disconnect: setting(flag(), {
    default: false,
    label: { en: 'Connect and disconnect', zh: '连接与断开' },
    help: { en: 'Samples when clients connect and disconnect.', zh: '对客户端的连接与断开采样。' },
  }),
  client_subscribe_unsubscribe: setting(flag(), {
    default: false,
    label: { en: 'Subscribe and unsubscribe', zh: '订阅与取消订阅' },
    help: { en: 'Samples when clients subscribe and unsubscribe.', zh: '对订阅与取消订阅采样。' },
  }),
  client_messaging: setting(flag(), {
    default: false,
    label: { en: 'Messages', zh: '消息' },
    help: { en: 'Samples published messages.', zh: '对发布的消息采样。' },
  }),
  follow_traceparent: setting(flag(), {
    default: true,
    label: { en: 'Follow traceparent', zh: '跟随 traceparent' },
    help: {
      en: 'Spans join the trace in the user property traceparent of a packet (MQTT 5).',
      zh: 'Span 加入报文用户属性 traceparent（MQTT 5）所指的链路。',
    },
  }),
})

const filter = struct('opentelemetry.trace_filter', {
  trace_mode: setting(choice(['legacy', 'e2e']), {
    default: 'legacy',
    label: { en: 'Trace mode', zh: '追踪模式' },
    help: {
      en: 'Scope of the traces. legacy traces messages with a traceparent. e2e traces connections, subscriptions and messages, selected by lists and sampling.',
      zh: '追踪的内容。legacy 仅追踪携带 traceparent 的消息；e2e 按追踪名单与采样追踪连接、订阅与消息。',
    },
  }),
  trace_all: setting(flag(), {
    default: false,
    label: { en: 'Trace all messages', zh: '追踪所有消息' },
    help: {
      en: 'In legacy mode, messages without a traceparent are traced too. This reduces throughput.',
      zh: 'legacy 模式下也追踪不带 traceparent 的消息，会降低吞吐量。',
    },
  }),
  e2e_tracing_options: nested(e2eOptions, {
    from: {},
    label: { en: 'End-to-end tracing', zh: '端到端追踪' },
    help: { en: 'Applies only in e2e mode.', zh: '用于 e2e 模式。' },
  }),
})

const traces = struct('opentelemetry.otel_traces', {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Export traces', zh: '导出链路' },
    help: { en: 'Exports how messages are processed by the broker.', zh: '导出消息在服务端中的处理过程。' },
  }),
  max_queue_size: setting(integer(1, 1_000_000, { unprinted: 'maximum' }), {
    default: 2048,
    label: { en: 'Max queue size', zh: '队列上限' },
    help: {
      en: 'Maximum number of spans that wait for the collector, up to 1,000,000. Further spans are dropped and counted.',
      zh: '等待导出的最大 Span 数量，不超过 1000000。超出部分会被丢弃并计数。',
    },
    advanced: true,
  }),
  scheduled_delay: setting(duration({ min: '1ms' }), {
    default: '5s',
    wire: { example: '32s' },
    label: { en: 'Interval', zh: '导出间隔' },
    help: { en: 'Time between two exports.', zh: '两次导出之间的时间。' },
  }),
  filter: nested(filter, { label: { en: 'Trace filter', zh: '追踪范围' } }),
})

const logs = struct('opentelemetry.otel_logs', {
  level: setting(
    choice({
      debug: { en: 'Debug', zh: '调试' },
      info: { en: 'Info', zh: '信息' },
      notice: { en: 'Notice', zh: '通知' },
      warning: { en: 'Warning', zh: '警告' },
      error: { en: 'Error', zh: '错误' },
      critical: { en: 'Critical', zh: '严重' },
      alert: { en: 'Alert', zh: '警报' },
      emergency: { en: 'Emergency', zh: '紧急' },
      all: { en: 'All', zh: '全部' },
    }),
    {
      default: 'warning',
      label: { en: 'Level', zh: '日志级别' },
      help: { en: 'Exports log entries of this level and above.', zh: '导出该级别及以上的日志。' },
    },
  ),
  enable: setting(flag(), {
    default: false,
    label: { en: 'Export logs', zh: '导出日志' },
    help: { en: 'Exports the log of the broker.', zh: '导出服务端的日志。' },
  }),
  scheduled_delay: setting(duration({ min: '1ms' }), {
    default: '1s',
    wire: { example: '32s' },
    label: { en: 'Interval', zh: '导出间隔' },
    help: { en: 'Time between two exports.', zh: '两次导出之间的时间。' },
  }),
})

/** Export of metrics, traces and logs to an OpenTelemetry collector (root `opentelemetry`, `/opentelemetry`). */
export const openTelemetry = struct('opentelemetry.opentelemetry', {
  metrics: nested(metrics, { label: { en: 'Metrics', zh: '指标' } }),
  logs: nested(logs, { label: { en: 'Logs', zh: '日志' } }),
  traces: nested(traces, { label: { en: 'Traces', zh: '链路追踪' } }),
  exporter: nested(exporter, { label: { en: 'Exporter', zh: '导出' } }),
})
