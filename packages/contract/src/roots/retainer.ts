import {
  byteSize,
  choice,
  duration,
  flag,
  integer,
  nested,
  oneOf,
  rate,
  setting,
  struct,
  symbol,
} from '../struct/index.ts'
import { scalar } from '../struct/kind.ts'

const defaultIndexSpecs = [[1, 2, 3], [1, 3], [2, 3], [3]] as const
type IndexSpecs = readonly (readonly number[])[]

/** Levels of topics that EMQX indexes. Here every level is, always. */
const indexSpecs = scalar<IndexSpecs, IndexSpecs>({
  wire: { type: 'array', items: { type: 'integer' } },
  openApi: {
    type: 'array',
    items: { type: 'integer' },
    example: [
      [2, 4],
      [1, 3],
    ],
  },
  read: (value, refuse) =>
    JSON.stringify(value) === JSON.stringify(defaultIndexSpecs)
      ? defaultIndexSpecs
      : refuse(`cannot be changed on this broker, it must stay ${JSON.stringify(defaultIndexSpecs)}`),
  toPlain: (value) => value,
})

const retainerBackend = struct(
  'retainer.mnesia_config',
  {
    type: setting(choice(['built_in_database']), {
      default: 'built_in_database',
      label: { en: 'Backend', zh: '存储后端' },
      help: { en: 'The built-in database is the only one.', zh: '仅支持内置数据库。' },
      advanced: true,
    }),
    storage_type: setting(choice(['ram', 'disc']), {
      // EMQX's is `ram`. Ours keeps the promise of docs/adr/0004: an answered retained message survives.
      default: 'disc',
      label: { en: 'Storage', zh: '存储方式' },
      help: {
        en: 'disc: retained messages survive a restart. ram: in memory only, they end with the process. A change takes those that are stored along.',
        zh: 'disc：保留消息在重启后仍然存在。ram：仅存于内存，进程结束即丢失。更改时已存储的消息会一并迁移。',
      },
    }),
    max_retained_messages: setting(integer(0), {
      default: 0,
      label: { en: 'Max retained messages', zh: '最大保留消息数' },
      help: {
        en: 'Topics that may have a retained message; further ones are delivered but not retained. 0: no limit.',
        zh: '可拥有保留消息的主题数，超出的消息会正常投递但不再保留。0 表示不限制。',
      },
    }),
    index_specs: setting(indexSpecs, {
      default: defaultIndexSpecs,
      label: { en: 'Index', zh: '索引' },
      help: {
        en: 'Locked: every level of a topic is indexed on this broker.',
        zh: '已锁定：本服务端对主题的每一层级都建立索引。',
      },
      readOnly: true,
      advanced: true,
    }),
    enable: setting(flag(), {
      default: true,
      label: { en: 'Enable backend', zh: '启用存储后端' },
      help: {
        en: 'Locked: there is no other backend. To turn retained messages off, turn the retainer off.',
        zh: '已锁定：没有其他存储后端。如需停用保留消息，请关闭保留消息功能。',
      },
      readOnly: true,
      advanced: true,
    }),
  },
  ({ enable }, refuse) => {
    if (!enable) refuse('enable', 'must be true: there is no other backend')
  },
)

/** Retained messages (root `retainer`, `/mqtt/retainer`). */
export const retainer = struct('retainer.retainer', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Retained messages', zh: '保留消息' },
    help: {
      en: 'While off, retained messages are neither stored nor delivered to new subscriptions. Those that are stored stay.',
      zh: '关闭时不再存储保留消息，也不向新订阅投递；已存储的消息不会删除。',
    },
  }),
  msg_expiry_interval: setting(duration(), {
    default: '0s',
    label: { en: 'Message expiry', zh: '消息过期时间' },
    help: {
      en: 'For messages that bring no expiry of their own. 0s: never.',
      zh: '用于未自带过期时间的消息。0s 表示永不过期。',
    },
    wire: { example: '32s' },
  }),
  msg_expiry_interval_override: setting(oneOf(duration(), symbol('disabled')), {
    default: 'disabled',
    label: { en: 'Message expiry at most', zh: '过期时间上限' },
    help: {
      en: 'No retained message lives longer than this, whatever expiry it brings.',
      zh: '无论消息自带的过期时间多长，保留消息的存活时间都不超过此值。',
    },
    advanced: true,
  }),
  allow_never_expire: setting(flag(), {
    default: true,
    label: { en: 'Exempt messages that never expire', zh: '允许永不过期' },
    help: {
      en: 'Whether messages without any expiry are exempt from that upper bound.',
      zh: '没有过期时间的消息是否不受上述上限约束。',
    },
    advanced: true,
  }),
  msg_clear_interval: setting(duration(), {
    default: '0s',
    label: { en: 'Clear interval', zh: '清理间隔' },
    help: {
      en: 'How often expired messages are deleted. They are not delivered any more before that. 0s: only when the server starts.',
      zh: '删除过期消息的间隔，过期消息在删除前也不会再投递。0s 表示仅在服务启动时清理。',
    },
    wire: { example: '32s' },
  }),
  max_payload_size: setting(byteSize(), {
    default: '1MB',
    label: { en: 'Max payload size', zh: '最大载荷大小' },
    help: {
      en: 'Messages with a longer payload are delivered but not retained. 0: no limit.',
      zh: '载荷超过此值的消息会正常投递但不保留。0 表示不限制。',
    },
    wire: { example: '32MB' },
  }),
  stop_publish_clear_msg: setting(flag(), {
    default: false,
    label: { en: 'Keep deletions quiet', zh: '不转发清除消息' },
    help: {
      en: 'An empty retained message deletes the one of its topic; whether it is kept from subscribers.',
      zh: '空载荷的保留消息会清除该主题的保留消息，启用后该空消息不再转发给订阅者。',
    },
    advanced: true,
  }),
  delivery_rate: setting(rate(), {
    default: '1000/s',
    label: { en: 'Delivery rate', zh: '投递速率' },
    help: {
      en: 'Retained messages delivered to new subscriptions, over all clients. infinity: no limit.',
      zh: '向所有客户端的新订阅投递保留消息的速率。infinity 表示不限制。',
    },
    wire: { example: '1000/s' },
  }),
  max_publish_rate: setting(rate(), {
    default: 'infinity',
    label: { en: 'Max publish rate', zh: '最大发布速率' },
    help: {
      en: 'Messages beyond this rate are delivered but not retained, which the log tells. Deletions do not count. infinity: no limit.',
      zh: '超出此速率的消息会正常投递但不保留，并记录日志。清除操作不计入。infinity 表示不限制。',
    },
    wire: { example: '1000/s' },
  }),
  backend: nested(retainerBackend, {
    label: { en: 'Storage', zh: '存储' },
  }),
})
