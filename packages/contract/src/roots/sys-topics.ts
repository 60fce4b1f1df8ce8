import { disabled, duration, flag, nested, oneOf, setting, struct } from '../struct/index.ts'

/** Client events that are published below `$SYS/brokers/NODE/clients/`. */
export const eventNames = struct('emqx.event_names', {
  client_connected: setting(flag(), {
    default: true,
    label: { en: 'Client connected', zh: '客户端上线' },
    help: { en: 'Publishes a message when a client connects.', zh: '客户端连接成功时发布。' },
  }),
  client_disconnected: setting(flag(), {
    default: true,
    label: { en: 'Client disconnected', zh: '客户端下线' },
    help: { en: 'Publishes a message when a client disconnects.', zh: '客户端断开连接时发布。' },
  }),
  client_subscribed: setting(flag(), {
    default: false,
    label: { en: 'Client subscribed', zh: '客户端订阅' },
    help: { en: 'Publishes a message when a client subscribes to a topic.', zh: '客户端订阅主题时发布。' },
  }),
  client_unsubscribed: setting(flag(), {
    default: false,
    label: { en: 'Client unsubscribed', zh: '客户端取消订阅' },
    help: { en: 'Publishes a message when a client unsubscribes from a topic.', zh: '客户端取消订阅时发布。' },
  }),
})

/**
 * Messages of the broker below `$SYS/` (root `sys_topics`). Intervals in plain units are milliseconds, Infinity for
 * `disabled`.
 */
export const sysTopics = struct('emqx.sys_topics', {
  sys_msg_interval: setting(oneOf(duration({ min: '1s' }), disabled()), {
    default: '1m',
    label: { en: 'Message interval', zh: '系统消息间隔' },
    help: {
      en: 'How often version, statistics and metrics are published, at least 1 s.',
      zh: '发布版本、统计与指标的间隔，至少 1 秒。',
    },
  }),
  sys_heartbeat_interval: setting(oneOf(duration({ min: '1s' }), disabled()), {
    default: '30s',
    label: { en: 'Heartbeat interval', zh: '心跳间隔' },
    help: {
      en: 'How often uptime and time are published, at least 1 s.',
      zh: '发布运行时长与当前时间的间隔，至少 1 秒。',
    },
  }),
  sys_event_messages: nested(eventNames, {
    label: { en: 'Client events', zh: '客户端事件' },
    help: { en: 'Events of clients that are published as messages.', zh: '以消息形式发布的客户端事件。' },
  }),
})
