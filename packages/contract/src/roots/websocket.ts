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
  en: 'Base-2 logarithm of the window: smaller needs less memory and compresses less.',
  zh: '窗口大小以 2 为底的对数，越小占用内存越少，压缩率越低。',
}
const takeover = {
  en: 'takeover keeps the dictionary from message to message: better compression, more memory for every connection.',
  zh: 'takeover 会在消息之间保留字典：压缩率更高，但每个连接占用更多内存。',
}

/** How messages are compressed (RFC 7692). */
export const deflateOptions = struct('emqx.deflate_opts', {
  level: setting(choice(['none', 'default', 'best_compression', 'best_speed']), {
    label: { en: 'Level', zh: '压缩级别' },
    help: { en: 'Between time and size.', zh: '在耗时与大小之间取舍。' },
  }),
  mem_level: setting(integer(1, 9), {
    default: 8,
    label: { en: 'Memory level', zh: '内存级别' },
    help: { en: 'Memory for compression, 1 (least) to 9.', zh: '压缩使用的内存，1（最少）至 9。' },
  }),
  strategy: setting(choice(['default', 'filtered', 'huffman_only', 'rle']), {
    default: 'default',
    label: { en: 'Strategy', zh: '压缩策略' },
    help: { en: 'Algorithm of zlib.', zh: 'zlib 的算法。' },
  }),
  server_context_takeover: setting(choice(['takeover', 'no_takeover']), {
    default: 'takeover',
    label: { en: 'Server context', zh: '服务端上下文' },
    help: takeover,
  }),
  client_context_takeover: setting(choice(['takeover', 'no_takeover']), {
    default: 'takeover',
    label: { en: 'Client context', zh: '客户端上下文' },
    help: takeover,
  }),
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

/** What listeners of ws and wss add. */
export const websocketOptions = struct('emqx.ws_opts', {
  mqtt_path: setting(text({ pattern: /^\/[^\s?#]*$/, expects: 'a path that begins with /' }), {
    default: '/mqtt',
    label: { en: 'Path', zh: '路径' },
    help: { en: 'Other paths are answered with 404.', zh: '请求其他路径返回 404。' },
  }),
  mqtt_piggyback: setting(choice(['single', 'multiple']), {
    default: 'multiple',
    label: { en: 'Packets in a message', zh: '消息合并' },
    help: {
      en: 'single sends every MQTT packet in a WebSocket message of its own. Clients may always join theirs.',
      zh: 'single 表示每个 MQTT 报文单独作为一条 WebSocket 消息发送。客户端发来的消息始终可以合并。',
    },
  }),
  compress: setting(flag(), {
    default: false,
    label: { en: 'Compress', zh: '压缩' },
    help: {
      en: 'Compresses messages for clients that can read it; costs memory and time.',
      zh: '对支持的客户端压缩消息，会占用更多内存和时间。',
    },
  }),
  deflate_opts: nested(deflateOptions, { label: { en: 'Compression', zh: '压缩选项' }, advanced: true }),
  idle_timeout: setting(duration(), {
    default: '7200s',
    label: { en: 'Idle timeout', zh: '空闲超时' },
    help: {
      en: 'A connection on which nothing came for so long, not even a ping, is closed.',
      zh: '在此时间内未收到任何数据（包括 ping）的连接将被关闭。',
    },
  }),
  max_frame_size: setting(oneOf(integer(1), infinity()), {
    default: 'infinity',
    label: { en: 'Max frame size', zh: '最大帧大小' },
    help: {
      en: 'Bytes of a WebSocket message. With infinity, as many as the longest MQTT packet has, at least 16 MB.',
      zh: 'WebSocket 消息的字节数。infinity 表示不超过最大 MQTT 报文，且至少为 16 MB。',
    },
  }),
  fail_if_no_subprotocol: setting(flag(), {
    default: true,
    label: { en: 'Require subprotocol', zh: '必须声明子协议' },
    help: {
      en: 'Refuses clients that name no subprotocol.',
      zh: '拒绝未声明子协议的客户端。',
    },
  }),
  supported_subprotocols: setting(commaList(), {
    default: 'mqtt, mqtt-v3, mqtt-v3.1.1, mqtt-v5',
    wire: { example: 'item1,item2' },
    label: { en: 'Subprotocols', zh: '支持的子协议' },
    help: {
      en: 'Separated by commas. A client that offers none of them is refused.',
      zh: '以逗号分隔。未提供其中任何一个的客户端会被拒绝。',
    },
  }),
  check_origin_enable: setting(flag(), {
    default: false,
    label: { en: 'Check origin', zh: '检查来源' },
    help: {
      en: 'Accepts browsers only from pages of the listed origins.',
      zh: '仅接受来自所列来源页面的浏览器连接。',
    },
  }),
  allow_origin_absence: setting(flag(), {
    default: true,
    label: { en: 'Allow no origin', zh: '允许无来源' },
    help: {
      en: 'Where origins are checked: whether a request without one is accepted. Programs other than browsers send none.',
      zh: '检查来源时，是否接受未携带来源的请求。非浏览器程序通常不携带来源。',
    },
  }),
  check_origins: setting(commaList(), {
    default: 'http://localhost:18083, http://127.0.0.1:18083',
    wire: { example: 'item1,item2' },
    label: { en: 'Origins', zh: '允许的来源' },
    help: { en: 'Separated by commas, such as https://example.com.', zh: '以逗号分隔，例如 https://example.com。' },
  }),
  proxy_address_header: setting(text(), {
    default: 'x-forwarded-for',
    label: { en: 'Address header', zh: '地址请求头' },
    help: {
      en: 'Request header in which a proxy names the client address. Anyone can send it: clear it where clients connect directly.',
      zh: '代理用于传递客户端地址的请求头。任何人都可以伪造，客户端直接连接时请清空。',
    },
  }),
  proxy_port_header: setting(text(), {
    default: 'x-forwarded-port',
    label: { en: 'Port header', zh: '端口请求头' },
    help: {
      en: 'Request header in which a proxy names the client port.',
      zh: '代理用于传递客户端端口的请求头。',
    },
  }),
  validate_utf8: setting(flag(), {
    default: true,
    label: { en: 'Validate UTF-8', zh: '校验 UTF-8' },
    help: {
      en: 'Checks the text in close frames. Text messages are refused in any case.',
      zh: '校验关闭帧中的文本。文本消息始终被拒绝。',
    },
    advanced: true,
  }),
})
