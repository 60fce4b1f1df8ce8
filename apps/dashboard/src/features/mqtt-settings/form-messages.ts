import { defineMessages } from '../../i18n/index.ts'

/** Titles and notes of the pages that are a form; the fields bring their own words. */
export const formMessages = defineMessages({
  en: {
    general: {
      limits: 'Limits',
      features: 'Subscriptions and retained messages',
      connection: 'Connection and keep alive',
      identity: 'Identity and attributes of clients',
      protocol: 'Protocol details',
    },
    attribute: {
      missing: 'Fill in both, or remove the row.',
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
      zeroNoExpiry: '0 means that they do not expire.',
      zeroNoClearing: '0 means never while the server runs.',
    },
    force: {
      limits: 'Limits of a connection',
    },
    sys: {
      intervals: 'Intervals',
      events: 'Events of clients',
    },
    durable: {
      lock: 'Set in the configuration file, before the broker starts.',
      inFile:
        'Durable sessions are turned on in the configuration file of the broker, before it starts. Here they can be tuned.',
      notHere:
        'This broker has no replicated message storage, so there is nothing to turn on. Sessions that outlive their connection are written to disk as they change, and survive a restart without it.',
    },
  },
  zh: {
    general: {
      limits: '限制',
      features: '订阅与保留消息',
      connection: '连接与保活',
      identity: '客户端身份与属性',
      protocol: '协议细节',
    },
    attribute: {
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
      zeroNoClearing: '0 表示运行期间不清理。',
    },
    force: {
      limits: '单个连接的限制',
    },
    sys: {
      intervals: '间隔',
      events: '客户端事件',
    },
    durable: {
      lock: '需在服务端启动前通过配置文件设置。',
      inFile: '持久会话需在服务端启动前通过配置文件开启，此处可调整其参数。',
      notHere: '本服务端没有多副本消息存储，因此无需开启。超出连接寿命的会话会实时写入磁盘，重启后仍然存在。',
    },
  },
})
