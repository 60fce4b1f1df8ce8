import type { Text } from '@mqdeck/contract'

/** An event that rules can select, as listed by `/rule_events`. */
export interface RuleEventKind {
  /** Name in FROM, such as `$events/client_connected`. Published messages are selected by topic instead. */
  readonly event: string
  /** Value of the column `event`, such as `client.connected`. */
  readonly name: string
  readonly title: Text
  readonly description: Text
  /** In the order of EMQX. */
  readonly columns: readonly string[]
  /** Default values of a test and their descriptions. EMQX has no description for two of them. */
  readonly testColumns: Readonly<Record<string, readonly [value: unknown, about: string] | string>>
  readonly example: string
}

// Columns that are next to each other in several events.
const client = ['clientid', 'username']
const sender = ['from_clientid', 'from_username']
const address = ['peerhost', 'peername']
const protocol = ['peername', 'sockname', 'proto_name', 'proto_ver']
const session = ['keepalive', 'clean_start', 'expiry_interval']
const message = [...client, 'payload', ...address, 'topic', 'qos', 'flags']
const received = ['publish_received_at', 'pub_props', 'timestamp', 'node']
const subscription = ['client_attrs', 'event', ...client, ...address, 'topic', 'qos', 'timestamp', 'node']

const testSender = {
  clientid: ['c_emqx', 'the clientid of the sender'],
  username: ['u_emqx', 'the username of the sender'],
} as const
const testClient = {
  clientid: ['c_emqx', 'the clientid of the client'],
  username: ['u_emqx', 'the username of the client'],
} as const
const testTopic = {
  topic: ['t/a', 'the topic of the MQTT message'],
  qos: [1, 'the QoS of the MQTT message'],
} as const
const testMessage = { ...testTopic, payload: ['{"msg": "hello"}', 'the payload of the MQTT message'] } as const
const testDelivery = {
  from_clientid: ['c_emqx_1', 'the clientid of the sender'],
  from_username: ['u_emqx_1', 'the username of the sender'],
  clientid: ['c_emqx_2', 'the clientid of the receiver'],
  username: ['u_emqx_2', 'the username of the receiver'],
  ...testMessage,
} as const
const testAlarm = {
  name: ['alarm_name', 'name of the alarm'],
  details: [{ extra: 'details' }, 'details about the alarm'],
  message: ['something is wrong', 'message accompanying alarm'],
  activated_at: [1736512728666, 'time at which alarm went off'],
} as const

/** The description of most events is their title. */
type Declaration = Omit<RuleEventKind, 'description'> & Partial<Pick<RuleEventKind, 'description'>>

const declarations: readonly Declaration[] = [
  {
    event: '$events/message_publish',
    name: 'message.publish',
    title: { en: 'message publish', zh: '消息发布' },
    columns: ['event', 'id', ...message, ...received, 'client_attrs'],
    testColumns: { ...testSender, ...testMessage },
    example: `SELECT payload.msg as msg FROM "t/#" WHERE msg = 'hello'`,
  },
  {
    event: '$events/sys/alarm_activated',
    name: 'alarm.activated',
    title: { en: 'alarm activated', zh: '告警触发' },
    columns: ['event', 'name', 'details', 'message', 'activated_at'],
    testColumns: testAlarm,
    example: 'SELECT * FROM "$events/sys/alarm_activated"',
  },
  {
    event: '$events/sys/alarm_deactivated',
    name: 'alarm.deactivated',
    title: { en: 'alarm deactivated', zh: '告警解除' },
    columns: ['event', 'name', 'details', 'message', 'activated_at', 'deactivated_at'],
    testColumns: { ...testAlarm, deactivated_at: [1736512728999, 'time at which alarm was deactivated'] },
    example: 'SELECT * FROM "$events/sys/alarm_deactivated"',
  },
  {
    event: '$events/message_delivered',
    name: 'message.delivered',
    title: { en: 'message delivered', zh: '消息已投递' },
    columns: ['event', 'id', ...sender, ...message, ...received],
    testColumns: testDelivery,
    example: `SELECT * FROM "$events/message_delivered" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/message_acked',
    name: 'message.acked',
    title: { en: 'message acked', zh: '消息应答' },
    columns: ['puback_props', 'event', 'id', ...sender, ...message, ...received],
    testColumns: testDelivery,
    example: `SELECT * FROM "$events/message_acked" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/message_dropped',
    name: 'message.dropped',
    title: { en: 'message routing-drop', zh: '消息转发丢弃' },
    description: {
      en: 'messages are discarded during routing, usually because there are no subscribers',
      zh: '消息在转发的过程中被丢弃，一般是由于没有订阅者',
    },
    columns: ['event', 'id', 'reason', ...message, ...received],
    testColumns: { reason: ['no_subscribers', 'the reason of dropping'], ...testSender, ...testMessage },
    example: `SELECT * FROM "$events/message_dropped" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/client_connected',
    name: 'client.connected',
    title: { en: 'client connected', zh: '连接建立' },
    columns: [
      'event',
      ...client,
      'mountpoint',
      ...protocol,
      ...session,
      'is_bridge',
      'conn_props',
      'connected_at',
      'timestamp',
      'node',
      'client_attrs',
    ],
    testColumns: { ...testClient, peername: ['127.0.0.1:52918', 'the IP address and port of the client'] },
    example: 'SELECT * FROM "$events/client_connected"',
  },
  {
    event: '$events/client_disconnected',
    name: 'client.disconnected',
    title: { en: 'client disconnected', zh: '连接断开' },
    columns: [
      'event',
      'reason',
      ...client,
      ...protocol,
      'disconn_props',
      'connected_at',
      'disconnected_at',
      'timestamp',
      'node',
      'client_attrs',
    ],
    testColumns: { ...testClient, reason: ['normal', 'the reason for shutdown'] },
    example: 'SELECT * FROM "$events/client_disconnected"',
  },
  {
    event: '$events/client_connack',
    name: 'client.connack',
    title: { en: 'client connack', zh: '连接确认' },
    columns: [
      'event',
      'reason_code',
      ...client,
      ...protocol,
      ...session,
      'connected_at',
      'conn_props',
      'timestamp',
      'node',
    ],
    testColumns: { ...testClient, reason_code: ['success', 'the reason code'] },
    example: 'SELECT * FROM "$events/client_connack"',
  },
  {
    event: '$events/client_check_authz_complete',
    name: 'client.check_authz_complete',
    title: { en: 'client check authz complete', zh: '授权结果' },
    columns: [
      'event',
      ...client,
      ...address,
      'topic',
      'action',
      'authz_source',
      'result',
      'timestamp',
      'node',
      'client_attrs',
    ],
    testColumns: {
      ...testClient,
      topic: ['t/1', 'the topic of the MQTT message'],
      action: ['publish', 'the action of publish or subscribe'],
      result: ['allow', 'the authz check complete result'],
    },
    example: 'SELECT * FROM "$events/client_check_authz_complete"',
  },
  {
    event: '$events/client_check_authn_complete',
    name: 'client.check_authn_complete',
    title: { en: 'client check authn complete', zh: '认证结果' },
    columns: [
      'event',
      ...client,
      'peername',
      'reason_code',
      'is_superuser',
      'is_anonymous',
      'timestamp',
      'node',
      'client_attrs',
    ],
    testColumns: {
      ...testClient,
      reason_code: ['success', 'the reason code'],
      is_superuser: [true, 'Whether this is a superuser'],
      is_anonymous: [false, 'Whether the client is anonymous'],
    },
    example: 'SELECT * FROM "$events/client_check_authn_complete"',
  },
  {
    event: '$events/session_subscribed',
    name: 'session.subscribed',
    title: { en: 'session subscribed', zh: '会话订阅完成' },
    columns: ['sub_props', ...subscription],
    testColumns: { ...testClient, ...testTopic },
    example: `SELECT * FROM "$events/session_subscribed" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/session_unsubscribed',
    name: 'session.unsubscribed',
    title: { en: 'session unsubscribed', zh: '会话取消订阅完成' },
    columns: ['unsub_props', ...subscription],
    testColumns: { ...testClient, ...testTopic },
    example: `SELECT * FROM "$events/session_unsubscribed" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/delivery_dropped',
    name: 'delivery.dropped',
    title: { en: 'message delivery-drop', zh: '消息投递丢弃' },
    description: {
      en: 'messages are discarded during delivery, i.e. because the message queue is full',
      zh: '消息在投递的过程中被丢弃，比如由于消息队列已满',
    },
    columns: ['event', 'id', 'reason', ...sender, ...message, 'pub_props', 'publish_received_at', 'timestamp', 'node'],
    testColumns: { reason: ['queue_full', 'the reason of dropping'], ...testDelivery },
    example: `SELECT * FROM "$events/delivery_dropped" WHERE topic =~ 't/#'`,
  },
  {
    event: '$bridges/mqtt:*',
    name: '$bridges/mqtt:*',
    title: { en: 'MQTT bridge message', zh: 'MQTT 桥接消息' },
    description: { en: 'received a message from MQTT bridge', zh: '收到来自 MQTT 桥接的消息' },
    columns: [
      'event',
      'id',
      'payload',
      'server',
      'topic',
      'qos',
      'dup',
      'retain',
      'pub_props',
      'message_received_at',
      'timestamp',
      'node',
    ],
    testColumns: testMessage,
    example: `SELECT * FROM "$bridges/mqtt:my_mqtt_bridge" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/schema_validation_failed',
    name: 'schema.validation_failed',
    title: { en: 'schema validation failed', zh: 'schema 验证失败' },
    description: { en: 'messages that do not pass configured validations', zh: '未通过验证的消息' },
    columns: ['event', 'validation', 'id', ...message, ...received],
    testColumns: { validation: 'myvalidation', ...testSender, ...testMessage },
    example: `SELECT * FROM "$events/schema_validation_failed" WHERE topic =~ 't/#'`,
  },
  {
    event: '$events/message_transformation_failed',
    name: 'message.transformation_failed',
    title: { en: 'message transformation failed', zh: 'message 验证失败' },
    description: { en: 'messages that do not pass configured transformation', zh: '未通过验证的消息' },
    // EMQX lists `validation` here, but the event has `transformation`. It has no `peerhost`.
    columns: ['event', 'transformation', 'id', ...message.filter((one) => one !== 'peerhost'), ...received],
    testColumns: { transformation: 'mytransformation', ...testSender, ...testMessage },
    example: `SELECT * FROM "$events/message_transformation_failed" WHERE topic =~ 't/#'`,
  },
]

/** All events, with the texts of EMQX. */
export const ruleEvents: readonly RuleEventKind[] = declarations.map((one) => ({ description: one.title, ...one }))

const byEvent = new Map(ruleEvents.map((kind) => [kind.event, kind]))
const published = byEvent.get('$events/message_publish')
const bridged = byEvent.get('$bridges/mqtt:*')

/** The event of an input in FROM: a topic filter, `$events/...` or `$bridges/type:name`. */
export function eventOfSource(source: string): RuleEventKind | undefined {
  if (source.startsWith('$bridges/') || source.startsWith('$sources/')) return bridged
  return source.startsWith('$events/') ? byEvent.get(source) : published
}

/** The event of the `event_type` of a test, such as `client_connected`, `alarm_activated` or `$bridges/mqtt:*`. */
export function eventOfType(type: string): RuleEventKind | undefined {
  if (type.startsWith('$bridges/') || type.startsWith('$sources/')) return bridged
  return byEvent.get(`$events/${type}`) ?? byEvent.get(`$events/sys/${type}`)
}
