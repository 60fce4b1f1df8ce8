import { byteSize, duration, flag, integer, type Kind, setting, struct } from '../struct/index.ts'
import { scalar } from '../struct/kind.ts'

/** When the operating system probes an idle connection; in seconds. */
export interface TcpKeepalive {
  readonly idle: number
  readonly interval: number
  readonly probes: number
}

const parseKeepalive = (value: string): TcpKeepalive | 'none' | undefined => {
  if (value === 'none') return 'none'
  const match = /^\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,3})\s*$/.exec(value)
  const [idle, interval, probes] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  return match && idle > 0 && interval > 0 && probes > 0 ? { idle, interval, probes } : undefined
}

export const tcpKeepalive = (): Kind<string, TcpKeepalive | undefined> =>
  scalar<string, TcpKeepalive | undefined>({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read: (value, refuse) =>
      typeof value === 'string' && parseKeepalive(value)
        ? value
        : refuse('must be none, or IDLE,INTERVAL,PROBES in seconds, such as 240,30,5'),
    toPlain(value) {
      const read = parseKeepalive(value)
      return read === 'none' ? undefined : read
    },
  })

/** Options of a listener's sockets. */
export const tcpOptions = struct('emqx.tcp_opts', {
  backlog: setting(integer(1), {
    default: 1024,
    label: { en: 'Backlog', zh: '等待队列长度' },
    help: {
      en: 'Maximum number of connections that wait to be accepted. A change restarts the listener.',
      zh: '等待接受的最大连接数。修改会重启监听器。',
    },
  }),
  nodelay: setting(flag(), {
    default: true,
    label: { en: 'No delay', zh: '禁用延迟发送' },
    help: {
      en: 'Sends small packets immediately instead of combining them (TCP_NODELAY).',
      zh: '小报文立即发送，不作合并（TCP_NODELAY）。',
    },
  }),
  keepalive: setting(tcpKeepalive(), {
    default: 'none',
    label: { en: 'TCP keep alive', zh: 'TCP 保活' },
    help: {
      en: 'none, or IDLE,INTERVAL,PROBES in seconds. Probes start after IDLE. On this broker, INTERVAL is always 1 s and PROBES always 10.',
      zh: 'none，或以秒为单位的“空闲,间隔,次数”。空闲时间到达后开始探测；本服务端固定每 1 秒探测一次，共 10 次。',
    },
  }),
  send_timeout: setting(duration(), {
    default: '15s',
    label: { en: 'Send timeout', zh: '发送超时' },
    help: {
      en: 'Maximum time that a client can leave sent data unread.',
      zh: '客户端不接收任何已发送数据的最长时间。',
    },
  }),
  send_timeout_close: setting(flag(), {
    default: true,
    label: { en: 'Close on send timeout', zh: '发送超时后关闭' },
    help: {
      en: 'Disconnects clients that reach the send timeout.',
      zh: '断开达到发送超时的客户端。',
    },
  }),
  high_watermark: setting(byteSize({ min: '1' }), {
    default: '1MB',
    label: { en: 'High watermark', zh: '发送高水位' },
    help: {
      en: 'Unsent bytes of a client above which further messages wait in its message queue.',
      zh: '客户端未发送的字节数超过此值后，后续消息在其消息队列中等待。',
    },
  }),
  active_n: setting(integer(0), {
    default: 100,
    label: { en: 'Active N', zh: 'Active N' },
    help: noEffect('Number of packets read at a time.', '每次读取的报文数。'),
    advanced: true,
  }),
  buffer: setting(byteSize(), {
    default: '4KB',
    label: { en: 'User buffer', zh: '用户态缓冲区' },
    help: noEffect('Size of the read buffer.', '读缓冲区的大小。'),
    advanced: true,
  }),
  recbuf: setting(byteSize(), {
    label: { en: 'Receive buffer', zh: '接收缓冲区' },
    help: noEffect(
      'Size of the receive buffer, which the operating system selects.',
      '接收缓冲区的大小，由操作系统自行选择。',
    ),
    advanced: true,
  }),
  sndbuf: setting(byteSize(), {
    label: { en: 'Send buffer', zh: '发送缓冲区' },
    help: noEffect(
      'Size of the send buffer, which the operating system selects.',
      '发送缓冲区的大小，由操作系统自行选择。',
    ),
    advanced: true,
  }),
  nolinger: setting(flag(), {
    default: false,
    label: { en: 'No linger', zh: '不逗留' },
    help: noEffect('Closes sockets with a reset.', '以重置方式关闭套接字。'),
    advanced: true,
  }),
  reuseaddr: setting(flag(), {
    default: true,
    label: { en: 'Reuse address', zh: '地址重用' },
    help: noEffect('Ports can always be bound again immediately.', '端口始终可以立即再次绑定。'),
    advanced: true,
  }),
})

/** The help of a setting that EMQX needs and this broker ignores. */
export function noEffect(en: string, zh: string) {
  return { en: `${en} No effect on this broker.`, zh: `${zh}在此服务端不起作用。` }
}
