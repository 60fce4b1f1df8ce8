import { byteSize, choice, duration, flag, infinity, integer, oneOf, setting, struct } from '@mqdeck/contract'

/** `resource_opts`, the same for every type; only the component's name and the batches differ. */

const healthField = (usual: string) =>
  setting(duration({ min: '1ms' }), {
    default: usual,
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Health check interval', zh: '健康检查间隔' },
    help: {
      en: 'How often the connection is tried; one that is down is tried sooner at first.',
      zh: '检查连接状态的间隔；连接断开后，最初的重连会更快。',
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
      label: { en: 'Start at once', zh: '创建后立即启动' },
      help: { en: 'Otherwise it stays stopped until somebody starts it.', zh: '关闭后，需手动启动。' },
    }),
    start_timeout: setting(duration({ min: '1ms' }), {
      default: '5s',
      wire: { example: '32s' },
      advanced: true,
      label: { en: 'Start timeout', zh: '启动超时' },
      help: {
        en: 'How long an answer of the API waits for the first connection; the attempt goes on after that.',
        zh: 'API 响应等待首次连接的最长时间，超时后仍会继续尝试连接。',
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
    label: { en: 'Batch size', zh: '批量大小' },
    help: { en: 'Requests that go together at most.', zh: '一次发送的最大请求数。' },
  }),
  batch_time: setting(duration(), {
    default: time,
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Batch time', zh: '批量等待时间' },
    help: { en: 'How long the first of a batch waits for others.', zh: '一批中第一个请求等待其他请求的最长时间。' },
  }),
})

const actionFields = {
  health_check_interval: healthField('15s'),
  inflight_window: setting(integer(1), {
    default: 100,
    advanced: true,
    label: { en: 'Inflight window', zh: '飞行窗口' },
    help: {
      en: 'Batches that a worker may have on their way in async mode. With 1 the messages of a client keep their order whatever happens.',
      zh: '异步模式下每个工作进程同时未收到响应的最大批次数；设为 1 时，同一客户端的消息始终保持顺序。',
    },
  }),
  max_buffer_bytes: setting(byteSize({ min: '1' }), {
    default: '256MB',
    wire: { example: '32MB' },
    advanced: true,
    label: { en: 'Buffer', zh: '最大缓存' },
    help: {
      en: 'Room for what waits; the oldest goes when there is none left.',
      zh: '等待发送的请求可占用的空间，占满后丢弃最旧的请求。',
    },
  }),
  query_mode: setting(choice(['sync', 'async']), {
    default: 'async',
    advanced: true,
    label: { en: 'Query mode', zh: '请求模式' },
    help: {
      en: 'sync: a worker waits for each answer before it sends the next.',
      zh: 'sync：工作进程收到响应后才发送下一个请求。',
    },
  }),
  request_ttl: setting(oneOf(infinity(), duration({ min: '1ms' })), {
    default: '45s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Request TTL', zh: '请求有效期' },
    help: { en: 'After this time a request is given up, wherever it is.', zh: '超过该时间的请求会被放弃。' },
  }),
  worker_pool_size: setting(integer(1, 1024), {
    default: 16,
    advanced: true,
    label: { en: 'Workers', zh: '工作进程数' },
    help: { en: 'The messages of one client go through one of them.', zh: '同一客户端的消息由同一个工作进程发送。' },
  }),
  // As in EMQX no form shows it; `disk` is ours.
  buffer_mode: setting(choice(['memory_only', 'volatile_offload', 'disk']), {
    hidden: true,
    advanced: true,
    label: { en: 'Buffer mode', zh: '缓存模式' },
    help: {
      en: 'volatile_offload keeps what waits on the disk, disk also over a restart of the broker.',
      zh: 'volatile_offload 将等待的请求存放在磁盘上；disk 在重启后仍保留。',
    },
  }),
}

export const actionOptions = <const N extends string>(name: N) => struct(name, actionFields)

/** Where several requests can go together. */
export const batchActionOptions = <const N extends string>(name: N, batch: BatchDefaults = { size: 1, time: '0ms' }) =>
  struct(name, { ...actionFields, ...batchFields(batch) })

export const sourceOptions = <const N extends string>(name: N) =>
  struct(name, { health_check_interval: healthField('15s') })
