import { defineMessages } from '../../i18n/index.ts'

/** Group titles and hints of the settings pages. The texts of the fields come with the schema. */
export const formMessages = defineMessages({
  en: {
    pages: { general: 'General', session: 'Session' },
    general: {
      limits: 'Limits',
      features: 'Subscriptions and retained messages',
      connection: 'Connection and keep alive',
      identity: 'Client identity and attributes',
      protocol: 'Protocol details',
    },
    attributes: {
      missing: 'Fill in both fields, or remove the row.',
      duplicate: 'Duplicated attribute.',
    },
    session: {
      session: 'Session',
      delivery: 'Delivery',
      queue: 'Message queue',
      zeroUnlimited: '0 means no limit.',
    },
    retained: {
      storage: 'Storage and expiry',
      limits: 'Limits',
      zeroNoExpiry: '0 means that messages never expire.',
      zeroNoClearing: '0 means that expired messages are not cleared while the broker runs.',
    },
    forceShutdown: {
      limits: 'Connection limits',
    },
    systemTopics: {
      intervals: 'Intervals',
      events: 'Client events',
    },
    durable: {
      lockedEnable: 'Set it in the configuration file before the broker starts.',
      enabledInFile:
        'Durable sessions are enabled in the configuration file before the broker starts. Their parameters can be changed here.',
      unsupported:
        'This broker has no replicated message storage, so durable sessions cannot be enabled. Sessions with an expiry interval are written to disk on every change and survive a restart.',
    },
  },
  zh: {
    pages: { general: '通用', session: '会话' },
    general: {
      limits: '限制',
      features: '订阅与保留消息',
      connection: '连接与保活',
      identity: '客户端身份与属性',
      protocol: '协议细节',
    },
    attributes: {
      missing: '请填写完整，或移除该行。',
      duplicate: '属性名重复。',
    },
    session: {
      session: '会话',
      delivery: '投递',
      queue: '消息队列',
      zeroUnlimited: '0 表示不限制。',
    },
    retained: {
      storage: '存储与过期',
      limits: '限制',
      zeroNoExpiry: '0 表示永不过期。',
      zeroNoClearing: '0 表示服务端运行期间不清理过期消息。',
    },
    forceShutdown: {
      limits: '单个连接的限制',
    },
    systemTopics: {
      intervals: '间隔',
      events: '客户端事件',
    },
    durable: {
      lockedEnable: '需在服务端启动前通过配置文件设置。',
      enabledInFile: '持久会话需在服务端启动前通过配置文件启用，此处可调整其参数。',
      unsupported:
        '本服务端没有多副本消息存储，因此无法启用持久会话。设置了过期间隔的会话会在每次变更时写入磁盘，重启后仍然存在。',
    },
  },
})
