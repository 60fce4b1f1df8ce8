import { byteSize, duration, flag, integer, setting, struct, wordSize } from '../struct/index.ts'
import { unchanged } from './locked.ts'

/** Ends connections that have more waiting than they are allowed to (root `force_shutdown`). */
export const forceShutdown = struct('emqx.force_shutdown', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Force shutdown', zh: '强制关闭' },
    help: {
      en: 'Closes a connection that goes beyond one of the two limits. The client may connect again; its session is kept as usual.',
      zh: '连接超出下列任一限制时将被关闭。客户端可以重新连接，其会话照常保留。',
    },
  }),
  max_mailbox_size: setting(integer(0), {
    default: 1000,
    label: { en: 'Max waiting packets', zh: '最大待处理报文数' },
    help: {
      en: 'Packets of one client that may wait while the one before them has been handled for more than a second. 0: no limit.',
      zh: '当客户端的某个报文处理超过一秒时，其后允许等待的报文数。0 表示不限制。',
    },
  }),
  max_heap_size: setting(wordSize(), {
    default: '32MB',
    label: { en: 'Max buffered bytes', zh: '最大缓冲字节数' },
    help: {
      en: 'Bytes sent to one client that may wait for more than a second because it does not read them. 0: no limit.',
      zh: '因客户端未及时读取而等待超过一秒的发送字节数上限。0 表示不限制。',
    },
  }),
})

const forceGcFields = {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Force garbage collection', zh: '强制垃圾回收' },
    help: {
      en: 'Locked: this broker frees memory by itself, connections have no heaps of their own to collect.',
      zh: '已锁定：本服务端自动回收内存，连接没有各自的堆需要回收。',
    },
    readOnly: true,
  }),
  count: setting(integer(0), {
    default: 16000,
    label: { en: 'After messages', zh: '消息数' },
    help: {
      en: 'Locked: has no meaning while memory is freed automatically.',
      zh: '已锁定：内存自动回收时此项没有意义。',
    },
    readOnly: true,
  }),
  bytes: setting(byteSize(), {
    default: '16MB',
    label: { en: 'After bytes', zh: '字节数' },
    help: {
      en: 'Locked: has no meaning while memory is freed automatically.',
      zh: '已锁定：内存自动回收时此项没有意义。',
    },
    readOnly: true,
  }),
} as const

/** Root `force_gc`: served for compatibility, locked. */
export const forceGc = struct('emqx.force_gc', forceGcFields, unchanged(forceGcFields))

/** Bans clients that connect too often (root `flapping_detect`). */
export const flappingDetect = struct('emqx.flapping_detect', {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Flapping detection', zh: '抖动检测' },
    help: {
      en: 'Bans a client ID whose connections end too often in a short time.',
      zh: '客户端 ID 在短时间内断开次数过多时将其封禁。',
    },
  }),
  window_time: setting(duration(), {
    default: '1m',
    label: { en: 'Window', zh: '检测时间窗口' },
    help: { en: 'The time in which disconnects are counted.', zh: '统计断开次数的时间范围。' },
  }),
  max_count: setting(integer(0), {
    default: 15,
    label: { en: 'Max disconnects', zh: '最大断开次数' },
    help: {
      en: 'Disconnects within the window that lead to a ban.',
      zh: '时间窗口内达到此断开次数即被封禁。',
    },
  }),
  ban_time: setting(duration(), {
    default: '5m',
    label: { en: 'Ban for', zh: '封禁时长' },
    help: { en: 'How long the client ID stays banned.', zh: '客户端 ID 被封禁的时间。' },
  }),
})

const alwaysDurable = {
  en: 'Locked: this broker writes every session that outlives its connection to disk as it changes.',
  zh: '已锁定：本服务端会将所有超出连接寿命的会话实时写入磁盘。',
}

const durableSessionsFields = {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Durable sessions', zh: '持久会话' },
    help: {
      en: 'Locked: the replicated message storage that this switch turns on elsewhere is not part of this broker. Sessions that outlive their connection are on disk without it.',
      zh: '已锁定：此开关所启用的多副本消息存储不属于本服务端。超出连接寿命的会话无需它也会写入磁盘。',
    },
    readOnly: true,
  }),
  batch_size: setting(integer(1), {
    default: 100,
    label: { en: 'Batch size', zh: '批次大小' },
    help: alwaysDurable,
    readOnly: true,
  }),
  idle_poll_interval: setting(duration(), {
    default: '10s',
    label: { en: 'Idle poll interval', zh: '空闲轮询间隔' },
    help: alwaysDurable,
    readOnly: true,
  }),
  heartbeat_interval: setting(duration(), {
    default: '5000ms',
    label: { en: 'Heartbeat interval', zh: '心跳间隔' },
    help: alwaysDurable,
    readOnly: true,
  }),
  session_gc_interval: setting(duration(), {
    default: '10m',
    label: { en: 'Session cleanup interval', zh: '会话清理间隔' },
    help: alwaysDurable,
    readOnly: true,
  }),
  session_gc_batch_size: setting(integer(1), {
    default: 100,
    label: { en: 'Session cleanup batch size', zh: '会话清理批次大小' },
    help: alwaysDurable,
    readOnly: true,
  }),
  message_retention_period: setting(duration(), {
    default: '1d',
    label: { en: 'Message retention period', zh: '消息保留时间' },
    help: alwaysDurable,
    readOnly: true,
  }),
} as const

/** Root `durable_sessions`: served for compatibility, locked. */
export const durableSessions = struct('emqx.durable_sessions', durableSessionsFields, unchanged(durableSessionsFields))
