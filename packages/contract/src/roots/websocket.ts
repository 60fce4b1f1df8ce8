import {
  choice,
  commaList,
  duration,
  flag,
  infinity,
  integer,
  nested,
  oneOf,
  setting,
  struct,
  text,
} from '../struct/index.ts'

const windowBits = {
  en: 'Base-2 logarithm of the compression window, from 8 to 15. Smaller values need less memory and compress less.',
  zh: '压缩窗口大小以 2 为底的对数，取值 8 至 15。越小占用内存越少，压缩率越低。',
}
const takeover = {
  en: 'takeover keeps the compression dictionary between messages. It compresses better and needs more memory per connection.',
  zh: 'takeover 会在消息之间保留字典：压缩率更高，但每个连接占用更多内存。',
}

/** Compression of messages (RFC 7692). */
export const deflateOptions = struct('emqx.deflate_opts', {
  level: setting(
    choice({
      none: { en: 'None', zh: '无' },
      default: { en: 'Default', zh: '默认' },
      best_compression: { en: 'Best compression', zh: '最佳压缩' },
      best_speed: { en: 'Best speed', zh: '最快速度' },
    }),
    {
      label: { en: 'Compression level', zh: '压缩级别' },
      help: { en: 'Trade-off between speed and size.', zh: '在耗时与大小之间取舍。' },
    },
  ),
  mem_level: setting(integer(1, 9), {
    default: 8,
    label: { en: 'Memory level', zh: '内存级别' },
    help: {
      en: 'Memory used for compression, from 1 (least) to 9 (most).',
      zh: '压缩使用的内存，1（最少）至 9（最多）。',
    },
  }),
  strategy: setting(
    choice({
      default: { en: 'Default', zh: '默认' },
      filtered: { en: 'Filtered', zh: '过滤' },
      huffman_only: { en: 'Huffman only', zh: '仅 Huffman' },
      rle: { en: 'Run-length encoding', zh: '游程编码' },
    }),
    {
      default: 'default',
      label: { en: 'Compression strategy', zh: '压缩策略' },
      help: { en: 'Compression algorithm of zlib.', zh: 'zlib 的压缩算法。' },
    },
  ),
  server_context_takeover: setting(
    choice({ takeover: { en: 'Keep', zh: '保留' }, no_takeover: { en: 'Reset', zh: '重置' } }),
    {
      default: 'takeover',
      label: { en: 'Server context', zh: '服务端上下文' },
      help: takeover,
    },
  ),
  client_context_takeover: setting(
    choice({ takeover: { en: 'Keep', zh: '保留' }, no_takeover: { en: 'Reset', zh: '重置' } }),
    {
      default: 'takeover',
      label: { en: 'Client context', zh: '客户端上下文' },
      help: takeover,
    },
  ),
  server_max_window_bits: setting(integer(8, 15), {
    default: 15,
    label: { en: 'Server window bits', zh: '服务端窗口位数' },
    help: windowBits,
  }),
  client_max_window_bits: setting(integer(8, 15), {
    default: 15,
    label: { en: 'Client window bits', zh: '客户端窗口位数' },
    help: windowBits,
  }),
})

/** Additional settings of ws and wss listeners. */
export const websocketOptions = struct('emqx.ws_opts', {
  mqtt_path: setting(text({ pattern: /^\/[^\s?#]*$/, expects: 'a path that begins with /' }), {
    default: '/mqtt',
    label: { en: 'Path', zh: '路径' },
    help: {
      en: 'URL path for MQTT over WebSocket. Requests for other paths return 404.',
      zh: 'MQTT over WebSocket 的 URL 路径，请求其他路径返回 404。',
    },
  }),
  mqtt_piggyback: setting(
    choice({ single: { en: 'One packet', zh: '一个报文' }, multiple: { en: 'Several packets', zh: '多个报文' } }),
    {
      default: 'multiple',
      label: { en: 'Packets per WebSocket message', zh: '每条消息的报文数' },
      help: {
        en: 'Number of MQTT packets that the broker sends in one WebSocket message. Clients may always combine packets.',
        zh: '服务端在一条 WebSocket 消息中发送的 MQTT 报文数。客户端始终可以合并报文。',
      },
    },
  ),
  compress: setting(flag(), {
    default: false,
    label: { en: 'Compression', zh: '压缩' },
    help: {
      en: 'Compresses messages for clients that support it. Uses more memory and CPU time.',
      zh: '对支持的客户端压缩消息，会占用更多内存和 CPU 时间。',
    },
  }),
  deflate_opts: nested(deflateOptions, { label: { en: 'Compression options', zh: '压缩选项' }, advanced: true }),
  idle_timeout: setting(duration(), {
    default: '7200s',
    label: { en: 'Idle timeout', zh: '空闲超时' },
    help: {
      en: 'Connections on which no data arrives for this time, not even a ping, are closed.',
      zh: '在此时间内未收到任何数据（包括 ping）的连接将被关闭。',
    },
  }),
  max_frame_size: setting(oneOf(integer(1), infinity()), {
    default: 'infinity',
    label: { en: 'Max frame size', zh: '最大帧大小' },
    help: {
      en: 'Maximum size of a WebSocket message in bytes. Without a limit, the max packet size applies, but at least 16 MB.',
      zh: 'WebSocket 消息的最大字节数。不限制时以最大报文大小为准，且至少为 16 MB。',
    },
  }),
  fail_if_no_subprotocol: setting(flag(), {
    default: true,
    label: { en: 'Subprotocol required', zh: '必须声明子协议' },
    help: {
      en: 'Rejects clients that request no subprotocol.',
      zh: '拒绝未声明子协议的客户端。',
    },
  }),
  supported_subprotocols: setting(commaList(), {
    default: 'mqtt, mqtt-v3, mqtt-v3.1.1, mqtt-v5',
    wire: { example: 'item1,item2' },
    label: { en: 'Subprotocols', zh: '支持的子协议' },
    help: {
      en: 'Accepted subprotocols, separated by commas. Clients that request none of them are rejected.',
      zh: '支持的子协议，以逗号分隔。未请求其中任何一个的客户端会被拒绝。',
    },
  }),
  check_origin_enable: setting(flag(), {
    default: false,
    label: { en: 'Origin check', zh: '检查来源' },
    help: {
      en: 'Accepts browser connections only from pages of the allowed origins. On a loopback address, pages of other machines are rejected even if this is disabled.',
      zh: '仅接受来自允许来源的页面的浏览器连接。监听环回地址时，即使未启用，也会拒绝其他主机的页面。',
    },
  }),
  allow_origin_absence: setting(flag(), {
    default: true,
    label: { en: 'Missing origin allowed', zh: '允许缺少来源' },
    help: {
      en: 'Accepts requests without an origin when origins are checked. Clients other than browsers send none.',
      zh: '检查来源时接受未携带来源的请求。非浏览器客户端通常不携带来源。',
    },
  }),
  check_origins: setting(commaList(), {
    default: 'http://localhost:18083, http://127.0.0.1:18083',
    wire: { example: 'item1,item2' },
    label: { en: 'Allowed origins', zh: '允许的来源' },
    help: {
      en: 'Separated by commas, for example https://example.com. Also accepted on a loopback address.',
      zh: '以逗号分隔，例如 https://example.com。监听环回地址时也接受这些来源。',
    },
  }),
  proxy_address_header: setting(text(), {
    default: 'x-forwarded-for',
    label: { en: 'Client address header', zh: '客户端地址请求头' },
    help: {
      en: 'HTTP header in which a reverse proxy sends the client address. Used only for connections from the addresses in the start option trusted_proxies: the last address that is not such a proxy. Otherwise ignored, because any client can send it.',
      zh: '反向代理用于传递客户端地址的 HTTP 请求头。仅对来自启动选项 trusted_proxies 所列地址的连接生效，取其中最后一个不属于这些代理的地址；其他连接的该请求头会被忽略，因为任何客户端都可以发送它。',
    },
  }),
  proxy_port_header: setting(text(), {
    default: 'x-forwarded-port',
    label: { en: 'Client port header', zh: '客户端端口请求头' },
    help: {
      en: 'HTTP header in which a reverse proxy sends the client port. Used only for connections from trusted_proxies.',
      zh: '反向代理用于传递客户端端口的 HTTP 请求头。仅对来自 trusted_proxies 的连接生效。',
    },
  }),
  validate_utf8: setting(flag(), {
    default: true,
    label: { en: 'UTF-8 validation', zh: '校验 UTF-8' },
    help: {
      en: 'Validates the text in close frames. Text messages are always rejected.',
      zh: '校验关闭帧中的文本。文本消息始终被拒绝。',
    },
    advanced: true,
  }),
})
