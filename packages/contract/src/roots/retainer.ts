import {
  byteSize,
  choice,
  duration,
  flag,
  integer,
  nested,
  off,
  oneOf,
  rate,
  setting,
  struct,
} from '../struct/index.ts'
import { scalar } from '../struct/kind.ts'

const defaultIndexSpecs = [[1, 2, 3], [1, 3], [2, 3], [3]] as const
type IndexSpecs = readonly (readonly number[])[]

/** Topic levels that EMQX indexes. This broker always indexes every level. */
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
    type: setting(choice({ built_in_database: { en: 'Built-in database', zh: '内置数据库' } }), {
      default: 'built_in_database',
      label: { en: 'Backend', zh: '存储后端' },
      help: { en: 'Only the built-in database is supported.', zh: '仅支持内置数据库。' },
      advanced: true,
    }),
    storage_type: setting(choice({ ram: { en: 'Memory', zh: '内存' }, disc: { en: 'Disk', zh: '磁盘' } }), {
      // EMQX's default is `ram`. Ours follows docs/adr/0004: an acknowledged retained message survives.
      default: 'disc',
      label: { en: 'Storage', zh: '存储方式' },
      help: {
        en: 'Disk keeps retained messages across restarts. Memory loses them when the broker stops. A change migrates the stored messages.',
        zh: '磁盘：保留消息在重启后仍然存在。内存：服务端停止后丢失。更改时会迁移已存储的消息。',
      },
    }),
    max_retained_messages: setting(integer(0), {
      default: 0,
      label: { en: 'Max retained messages', zh: '最大保留消息数' },
      help: {
        en: 'Maximum number of topics with a retained message. Messages for further topics are delivered but not retained. 0 means no limit.',
        zh: '可拥有保留消息的主题数，超出的消息会正常投递但不再保留。0 表示不限制。',
      },
    }),
    index_specs: setting(indexSpecs, {
      default: defaultIndexSpecs,
      label: { en: 'Index', zh: '索引' },
      help: {
        en: 'This broker indexes every level of a topic. This setting cannot be changed.',
        zh: '本服务端对主题的每一层级都建立索引。此项不可修改。',
      },
      readOnly: true,
      advanced: true,
    }),
    enable: setting(flag(), {
      default: true,
      label: { en: 'Enable backend', zh: '启用存储后端' },
      help: {
        en: 'There is no other backend. To disable retained messages, disable the retainer. This setting cannot be changed.',
        zh: '没有其他存储后端。如需禁用保留消息，请关闭保留消息功能。此项不可修改。',
      },
      readOnly: true,
      advanced: true,
    }),
  },
  ({ enable }, refuse) => {
    if (!enable) refuse('enable', 'must be true because there is no other backend')
  },
)

/** Retained messages (root `retainer`, `/mqtt/retainer`). */
export const retainer = struct('retainer.retainer', {
  enable: setting(flag(), {
    default: true,
    label: { en: 'Retained messages', zh: '保留消息' },
    help: {
      en: 'If disabled, retained messages are neither stored nor delivered to new subscriptions. Stored messages are kept.',
      zh: '关闭时不再存储保留消息，也不向新订阅投递；已存储的消息不会删除。',
    },
  }),
  msg_expiry_interval: setting(duration(), {
    default: '0s',
    label: { en: 'Message expiry interval', zh: '消息过期间隔' },
    help: {
      en: 'Expiry interval of retained messages without one of their own. 0s means that they never expire.',
      zh: '未携带过期间隔的保留消息的过期间隔。0s 表示永不过期。',
    },
    wire: { example: '32s' },
  }),
  msg_expiry_interval_override: setting(oneOf(duration(), off('disabled')), {
    default: 'disabled',
    label: { en: 'Max message expiry interval', zh: '最大消息过期间隔' },
    help: {
      en: 'Upper limit of the expiry interval, even if a message has a longer one.',
      zh: '过期间隔的上限，即使消息自带更长的过期间隔。',
    },
    advanced: true,
  }),
  allow_never_expire: setting(flag(), {
    default: true,
    label: { en: 'Allow messages that never expire', zh: '允许永不过期' },
    help: {
      en: 'Exempts messages without an expiry interval from the upper limit.',
      zh: '没有过期间隔的消息不受上述上限约束。',
    },
    advanced: true,
  }),
  msg_clear_interval: setting(duration(), {
    default: '0s',
    label: { en: 'Clear interval', zh: '清理间隔' },
    help: {
      en: 'How often expired messages are deleted. Expired messages are never delivered. 0s deletes them only when the broker starts.',
      zh: '删除过期消息的间隔，过期消息不会再投递。0s 表示仅在服务端启动时删除。',
    },
    wire: { example: '32s' },
  }),
  max_payload_size: setting(byteSize(), {
    default: '1MB',
    label: { en: 'Max payload size', zh: '最大 Payload 大小' },
    help: {
      en: 'Maximum size of a payload. Messages with a larger payload are delivered but not retained. 0 means no limit.',
      zh: 'Payload 的最大大小。Payload 更大的消息会正常投递但不保留。0 表示不限制。',
    },
    wire: { example: '32MB' },
  }),
  stop_publish_clear_msg: setting(flag(), {
    default: false,
    label: { en: 'Hide deletions', zh: '不转发清除消息' },
    help: {
      en: 'Empty retained messages are not delivered to subscribers. They delete the retained message of their topic.',
      zh: 'Payload 为空的保留消息不投递给订阅者。这类消息用于清除该主题的保留消息。',
    },
    advanced: true,
  }),
  delivery_rate: setting(rate(), {
    default: '1000/s',
    label: { en: 'Delivery rate', zh: '投递速率' },
    help: {
      en: 'Maximum rate of retained messages delivered to new subscriptions of all clients.',
      zh: '向所有客户端的新订阅投递保留消息的最大速率。',
    },
    wire: { example: '1000/s' },
  }),
  max_publish_rate: setting(rate(), {
    default: 'infinity',
    label: { en: 'Max publish rate', zh: '最大发布速率' },
    help: {
      en: 'Maximum rate of new retained messages. Messages beyond it are delivered but not retained, and logged. Deletions do not count.',
      zh: '新保留消息的最大速率。超出的消息会正常投递但不保留，并记录日志。清除操作不计入。',
    },
    wire: { example: '1000/s' },
  }),
  backend: nested(retainerBackend, {
    label: { en: 'Storage', zh: '存储' },
  }),
})
