import { byteSize, choice, duration, flag, infinity, integer, oneOf, setting, struct } from '@mqdeck/contract'

/** Fields of `resource_opts`. Types differ only in the component name and in batches. */

const healthField = (defaultValue: string) =>
  setting(duration({ min: '1ms' }), {
    default: defaultValue,
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Health check interval', zh: '健康检查间隔' },
    help: {
      en: 'Interval of connection checks. The first checks after a lost connection are earlier.',
      zh: '检查连接的间隔。连接断开后，最初的检查会提前进行。',
    },
  })

export const connectorOptions = <const N extends string>(
  name: N,
  { health = '15s' }: { readonly health?: string } = {},
) =>
  struct(name, {
    health_check_interval: healthField(health),
    start_after_created: setting(flag(), {
      default: true,
      advanced: true,
      label: { en: 'Start after creation', zh: '创建后立即启动' },
      help: {
        en: 'Connects immediately after it is created. If disabled, start it manually.',
        zh: '创建后立即连接。关闭后，需手动启动。',
      },
    }),
    start_timeout: setting(duration({ min: '1ms' }), {
      default: '5s',
      wire: { example: '32s' },
      advanced: true,
      label: { en: 'Start timeout', zh: '启动超时' },
      help: {
        en: 'Maximum time that an API response waits for the first connection. Connecting continues after it.',
        zh: 'API 响应等待首次连接的最长时间，超时后继续尝试连接。',
      },
    }),
  })

export interface BatchDefaults {
  readonly size: number
  readonly time: string
  readonly most?: number
}

const batchFields = ({ size, time, most }: BatchDefaults) => ({
  batch_size: setting(integer(1, most), {
    default: size,
    advanced: true,
    label: { en: 'Max batch size', zh: '批量大小' },
    help: { en: 'Maximum number of requests in a batch.', zh: '一批的最大请求数。' },
  }),
  batch_time: setting(duration(), {
    default: time,
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Max batch wait time', zh: '批量等待时间' },
    help: {
      en: 'Maximum time that the first request of a batch waits for other requests.',
      zh: '一批中第一个请求等待其他请求的最长时间。',
    },
  }),
})

const actionFields = {
  health_check_interval: healthField('15s'),
  inflight_window: setting(integer(1), {
    default: 100,
    advanced: true,
    label: { en: 'Inflight window', zh: '飞行窗口' },
    help: {
      en: 'Maximum number of unacknowledged batches of a worker in async mode. With 1, messages of a client always keep their order.',
      zh: '异步模式下每个工作进程同时未收到响应的最大批次数；设为 1 时，同一客户端的消息始终保持顺序。',
    },
  }),
  max_buffer_bytes: setting(byteSize({ min: '1' }), {
    default: '256MB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Max buffer size', zh: '最大缓存' },
    help: {
      en: 'Maximum size of the buffer. If it is full, the oldest requests are dropped.',
      zh: '缓存的最大容量，占满后丢弃最旧的请求。',
    },
  }),
  query_mode: setting(choice({ sync: { en: 'Synchronous', zh: '同步' }, async: { en: 'Asynchronous', zh: '异步' } }), {
    default: 'async',
    advanced: true,
    label: { en: 'Query mode', zh: '请求模式' },
    help: {
      en: 'With sync, a worker waits for each response before it sends the next request.',
      zh: 'sync 模式下，工作进程收到响应后才发送下一个请求。',
    },
  }),
  request_ttl: setting(oneOf(infinity(), duration({ min: '1ms' })), {
    default: '45s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Request TTL', zh: '请求有效期' },
    help: {
      en: 'Maximum lifetime of a request. Requests that exceed it are dropped.',
      zh: '请求的最长有效时间，超过后丢弃。',
    },
  }),
  worker_pool_size: setting(integer(1, 1024), {
    default: 16,
    advanced: true,
    label: { en: 'Number of workers', zh: '工作进程数' },
    help: {
      en: 'Number of buffer workers. Messages of a client always use the same worker.',
      zh: '缓存工作进程的数量。同一客户端的消息始终使用同一个工作进程。',
    },
  }),
  // Not in forms, as in EMQX. The mode `disk` is not in EMQX.
  buffer_mode: setting(choice(['memory_only', 'volatile_offload', 'disk']), {
    hidden: true,
    advanced: true,
    label: { en: 'Buffer mode', zh: '缓存模式' },
    help: {
      en: 'Storage of buffered requests. With volatile_offload, they are on the disk. With disk, they are also kept after a restart of the broker.',
      zh: '缓存请求的存储方式。volatile_offload 存放在磁盘上，disk 在重启后仍保留。',
    },
  }),
}

export const actionOptions = <const N extends string>(name: N) => struct(name, actionFields)

/** For types that can send several requests together. */
export const batchActionOptions = <const N extends string>(name: N, batch: BatchDefaults = { size: 1, time: '0ms' }) =>
  struct(name, { ...actionFields, ...batchFields(batch) })

export const sourceOptions = <const N extends string>(name: N) =>
  struct(name, { health_check_interval: healthField('15s') })

/** For sources that wait for the response to a request. */
export const pullingSourceOptions = <const N extends string>(name: N) =>
  struct(name, {
    health_check_interval: healthField('30s'),
    request_ttl: setting(oneOf(infinity(), duration({ min: '1s' })), {
      default: '45s',
      wire: { example: '32s' },
      advanced: true,
      label: { en: 'Request TTL', zh: '请求有效期' },
      help: {
        en: 'Maximum time that a request for messages waits. Then it is sent again.',
        zh: '请求等待消息的最长时间，超过后重新发送。',
      },
    }),
  })
