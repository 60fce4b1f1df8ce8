import { byteSize, duration, flag, integer, type Kind, setting, struct } from '../struct/index.ts'
import { scalar } from '../struct/kind.ts'

/** When the system asks a silent peer whether it is still there; in seconds. */
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
        : refuse('must be none, or seconds idle, seconds between probes and number of probes, such as 240,30,5'),
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
      en: 'Connections the system keeps waiting while the broker is busy. The listener is opened anew when it changes.',
      zh: '服务繁忙时由系统保留的等待连接数。修改后监听器会重新打开。',
    },
  }),
  nodelay: setting(flag(), {
    default: true,
    label: { en: 'No delay', zh: '禁用延迟发送' },
    help: {
      en: 'Sends small packets at once instead of gathering them (TCP_NODELAY).',
      zh: '小报文立即发送，不作合并（TCP_NODELAY）。',
    },
  }),
  keepalive: setting(tcpKeepalive(), {
    default: 'none',
    label: { en: 'TCP keep alive', zh: 'TCP 保活' },
    help: {
      en: 'none, or IDLE,INTERVAL,PROBES in seconds. Probes begin after IDLE; their interval and number are 1 s and 10 on this broker.',
      zh: 'none，或以秒为单位的“空闲,间隔,次数”。空闲时间到达后开始探测；本服务固定每 1 秒探测一次，共 10 次。',
    },
  }),
  send_timeout: setting(duration(), {
    default: '15s',
    label: { en: 'Send timeout', zh: '发送超时' },
    help: {
      en: 'How long a client may take nothing of what is sent to it.',
      zh: '客户端不接收任何已发送数据的最长时间。',
    },
  }),
  send_timeout_close: setting(flag(), {
    default: true,
    label: { en: 'Close on send timeout', zh: '发送超时后关闭' },
    help: {
      en: 'Disconnects a client after the send timeout.',
      zh: '发送超时后断开客户端。',
    },
  }),
  high_watermark: setting(byteSize({ min: '1' }), {
    default: '1MB',
    label: { en: 'High watermark', zh: '发送高水位' },
    help: {
      en: 'Unsent bytes of a client beyond which further messages wait in its queue.',
      zh: '客户端未发送的数据超过此值后，后续消息在其队列中等待。',
    },
  }),
  active_n: setting(integer(0), {
    default: 100,
    label: { en: 'Active N', zh: 'Active N' },
    help: noEffect('Packets read at a time.', '每次读取的报文数。'),
    advanced: true,
  }),
  buffer: setting(byteSize(), {
    default: '4KB',
    label: { en: 'User buffer', zh: '用户态缓冲区' },
    help: noEffect('Size of the buffer that is read into.', '读缓冲区的大小。'),
    advanced: true,
  }),
  recbuf: setting(byteSize(), {
    label: { en: 'Receive buffer', zh: '接收缓冲区' },
    help: noEffect(
      "Size of the system's receive buffer; the system chooses it.",
      '系统接收缓冲区的大小，由系统自行选择。',
    ),
    advanced: true,
  }),
  sndbuf: setting(byteSize(), {
    label: { en: 'Send buffer', zh: '发送缓冲区' },
    help: noEffect(
      "Size of the system's send buffer; the system chooses it.",
      '系统发送缓冲区的大小，由系统自行选择。',
    ),
    advanced: true,
  }),
  nolinger: setting(flag(), {
    default: false,
    label: { en: 'No linger', zh: '不逗留' },
    help: noEffect('Closes sockets by a reset.', '以重置方式关闭套接字。'),
    advanced: true,
  }),
  reuseaddr: setting(flag(), {
    default: true,
    label: { en: 'Reuse address', zh: '地址重用' },
    help: noEffect('A port can always be bound again at once.', '端口始终可以立即再次绑定。'),
    advanced: true,
  }),
})

/** For what another runtime needs and this one has no counterpart of. */
export function noEffect(en: string, zh: string) {
  return { en: `${en} No effect on this broker.`, zh: `${zh}在本服务中不起作用。` }
}
