import { byteSize, duration, flag, integer, setting, struct, wordSize } from '../struct/index.ts'
import { unchanged } from './locked.ts'

/** Closes overloaded connections (root `force_shutdown`). */
export const forceShutdown = struct('emqx.force_shutdown', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Force shutdown', zh: '强制关闭' },
    help: {
      en: 'Closes connections that exceed one of the limits below. Clients can reconnect, and their sessions are kept.',
      zh: '关闭超出下列任一限制的连接。客户端可以重新连接，其会话照常保留。',
    },
  }),
  max_mailbox_size: setting(integer(0), {
    default: 1000,
    label: { en: 'Max waiting packets', zh: '最大待处理报文数' },
    help: {
      en: 'Maximum number of packets of a client that wait while an earlier packet takes longer than 1 s. 0 means no limit.',
      zh: '当客户端的某个报文处理超过一秒时，其后允许等待的报文数。0 表示不限制。',
    },
  }),
  max_heap_size: setting(wordSize(), {
    default: '32MB',
    label: { en: 'Max buffered bytes', zh: '最大缓冲字节数' },
    help: {
      en: 'Maximum number of bytes sent to a client that it has not read for more than 1 s. 0 means no limit.',
      zh: '已发送但客户端超过一秒仍未读取的最大字节数。0 表示不限制。',
    },
  }),
})

const forceGcFields = {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Force garbage collection', zh: '强制垃圾回收' },
    help: {
      en: 'This broker frees memory automatically. This setting cannot be changed.',
      zh: '本服务端自动回收内存。此项不可修改。',
    },
    readOnly: true,
  }),
  count: setting(integer(0), {
    default: 16000,
    label: { en: 'Message count', zh: '消息数' },
    help: {
      en: 'This broker frees memory automatically. This setting cannot be changed.',
      zh: '本服务端自动回收内存。此项不可修改。',
    },
    readOnly: true,
  }),
  bytes: setting(byteSize(), {
    default: '16MB',
    label: { en: 'Byte count', zh: '字节数' },
    help: {
      en: 'This broker frees memory automatically. This setting cannot be changed.',
      zh: '本服务端自动回收内存。此项不可修改。',
    },
    readOnly: true,
  }),
} as const

/** Root `force_gc`: locked, served for compatibility. */
export const forceGc = struct('emqx.force_gc', forceGcFields, unchanged(forceGcFields))

/** Bans clients that connect too often (root `flapping_detect`). */
export const flappingDetect = struct('emqx.flapping_detect', {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Flapping detection', zh: '抖动检测' },
    help: {
      en: 'Bans client IDs that disconnect too often within a short time.',
      zh: '封禁短时间内断开连接次数过多的客户端 ID。',
    },
  }),
  window_time: setting(duration(), {
    default: '1m',
    label: { en: 'Detection window', zh: '检测时间窗口' },
    help: { en: 'Time in which disconnects are counted.', zh: '统计断开次数的时间范围。' },
  }),
  max_count: setting(integer(0), {
    default: 15,
    label: { en: 'Max disconnects', zh: '最大断开次数' },
    help: {
      en: 'Number of disconnects within the detection window that leads to a ban.',
      zh: '检测时间窗口内达到此断开次数即被封禁。',
    },
  }),
  ban_time: setting(duration(), {
    default: '5m',
    label: { en: 'Ban duration', zh: '封禁时长' },
    help: { en: 'How long the client ID is banned.', zh: '客户端 ID 被封禁的时间。' },
  }),
})

/** Help of a setting of EMQX that has no effect on this broker. */
const withoutEffect = (en: string, zh: string) => ({
  en: `${en} No effect on this broker, which stores sessions on disk without it.`,
  zh: `${zh}对本服务端无效，会话无需它也会写入磁盘。`,
})

const durableSessionsFields = {
  enable: setting(flag(), {
    default: false,
    label: { en: 'Durable sessions', zh: '持久会话' },
    help: {
      en: 'This broker has no replicated message storage. Sessions that are kept after a disconnect are stored on disk without it. This setting cannot be changed.',
      zh: '本服务端没有多副本消息存储，断开连接后仍保留的会话无需它也会写入磁盘。此项不可修改。',
    },
    readOnly: true,
  }),
  batch_size: setting(integer(1), {
    default: 100,
    label: { en: 'Batch size', zh: '批次大小' },
    help: withoutEffect('Messages that a session reads at a time.', '会话每次读取的消息数。'),
    readOnly: true,
  }),
  idle_poll_interval: setting(duration(), {
    default: '10s',
    label: { en: 'Idle poll interval', zh: '空闲轮询间隔' },
    help: withoutEffect('How often an idle session looks for new messages.', '空闲会话检查新消息的间隔。'),
    readOnly: true,
  }),
  heartbeat_interval: setting(duration(), {
    default: '5000ms',
    label: { en: 'Heartbeat interval', zh: '心跳间隔' },
    help: withoutEffect('How often a session records that it is alive.', '会话记录存活时间的间隔。'),
    readOnly: true,
  }),
  session_gc_interval: setting(duration(), {
    default: '10m',
    label: { en: 'Session cleanup interval', zh: '会话清理间隔' },
    help: withoutEffect('How often expired sessions are deleted.', '清理过期会话的间隔。'),
    readOnly: true,
  }),
  session_gc_batch_size: setting(integer(1), {
    default: 100,
    label: { en: 'Session cleanup batch size', zh: '会话清理批次大小' },
    help: withoutEffect('Sessions that are deleted at a time.', '每次清理的会话数。'),
    readOnly: true,
  }),
  message_retention_period: setting(duration(), {
    default: '1d',
    label: { en: 'Message retention period', zh: '消息保留时间' },
    help: withoutEffect('How long messages are kept for sessions.', '消息为会话保留的时间。'),
    readOnly: true,
  }),
} as const

/** Root `durable_sessions`: locked, served for compatibility. */
export const durableSessions = struct('emqx.durable_sessions', durableSessionsFields, unchanged(durableSessionsFields))
