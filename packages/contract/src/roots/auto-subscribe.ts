import { identityOf, integer, list, setting, struct, structKind, text } from '../struct/index.ts'

/** Maximum number of topics in EMQX. Beyond it, the API returns 409 EXCEED_LIMIT. */
export const maxAutoSubscribeTopics = 20

/** A topic that every client is subscribed to when it connects. */
export const autoSubscribeTopic = struct('auto_subscribe.topic', {
  topic: setting(text(), {
    required: true,
    label: { en: 'Topic', zh: '主题' },
    help: {
      en: 'Topic filter of the subscription. ${clientid}, ${username}, ${host} and ${port} are replaced with the values of the client.',
      zh: '要订阅的主题过滤器。可使用 ${clientid}、${username}、${host} 和 ${port} 引用客户端信息。',
    },
    wire: { example: '/clientid/${clientid}/username/${username}/host/${host}/port/${port}' },
  }),
  qos: setting(integer(0, 2), {
    default: 0,
    label: { en: 'QoS', zh: 'QoS' },
    help: { en: 'Highest QoS of delivered messages.', zh: '投递消息的最高 QoS。' },
    wire: { example: 0 },
  }),
  rh: setting(integer(0, 2), {
    default: 0,
    label: { en: 'Retain handling', zh: 'Retain Handling' },
    help: {
      en: 'When retained messages are sent. 0 sends them always, 1 only for new subscriptions, 2 never.',
      zh: '何时发送保留消息。0 总是，1 仅新订阅，2 从不。',
    },
  }),
  rap: setting(integer(0, 1), {
    default: 0,
    label: { en: 'Retain as published', zh: 'Retain as Published' },
    help: {
      en: '1 keeps the retain flag that messages were published with.',
      zh: '1 表示保留消息发布时的 Retain 标志。',
    },
  }),
  nl: setting(integer(0, 1), {
    default: 0,
    label: { en: 'No local', zh: 'No Local' },
    help: { en: '1 excludes messages that the client published itself.', zh: '1 表示客户端不接收自己发布的消息。' },
  }),
})

/** The body of `/mqtt/auto_subscribe`. */
export const autoSubscribeTopics = list({ ...structKind(autoSubscribeTopic), identify: identityOf('topic') })

/** Root `auto_subscribe`. */
export const autoSubscribe = struct('auto_subscribe', {
  topics: setting(autoSubscribeTopics, {
    default: [],
    label: { en: 'Topics', zh: '主题' },
    help: {
      en: 'Topics that every client is subscribed to when it connects, up to 20.',
      zh: '为每个连接的客户端自动订阅，最多 20 个。',
    },
  }),
})
