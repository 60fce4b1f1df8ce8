import { matchesFilter, type Text } from '@mqdeck/contract'
import { isMap, isText, type Value } from '@mqdeck/kit/json'
import { valueAt } from '../sql/nested.ts'
import { count, fail, integer, list, text } from './arguments.ts'
import { defineFamily, type FunctionEnvironment } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { toText } from './values.ts'

/** Defines a function that returns a column of the message or event. Tests use the columns of the examples. */
const column = (name: string, help: Text, of: string, is: Value) =>
  sqlFunction({ name, takes: '', help, examples: [[`${name}()`, is]], run: (_, environment) => environment.column(of) })

export const events = defineFamily({
  id: 'events',
  title: { en: 'Message and event', zh: '消息与事件' },
  functions: [
    column('clientid', { en: 'Client ID of the message or event.', zh: '消息或事件的客户端 ID。' }, 'clientid', 'c1'),
    column('username', { en: 'Username of the client.', zh: '客户端的用户名。' }, 'username', 'u1'),
    column('clientip', { en: 'IP address of the client.', zh: '客户端的 IP 地址。' }, 'peerhost', '127.0.0.1'),
    column('peerhost', { en: 'IP address of the client.', zh: '客户端的 IP 地址。' }, 'peerhost', '127.0.0.1'),
    column('qos', { en: 'QoS of the message.', zh: '消息的 QoS。' }, 'qos', 1n),
    column('msgid', { en: 'Message ID.', zh: '消息 ID。' }, 'id', '0006'),
    sqlFunction({
      name: 'topic',
      takes: 'n?',
      help: {
        en: 'Topic of the message, or its nth level, counted from 1.',
        zh: '消息主题，或其第 n 级（从 1 开始）。',
      },
      examples: [
        ['topic()', 't/a'],
        ['topic(1)', 't'],
      ],
      run: (args, environment) => {
        const topic = environment.column('topic')
        if (args.length === 0 || !isText(topic)) return topic
        const n = count(args, 0)
        return toText(topic).split('/')[n - 1] ?? fail(`the topic has no level ${n}`)
      },
    }),
    sqlFunction({
      name: 'payload',
      takes: 'path?',
      help: {
        en: 'Payload of the message, or the value at a dot-separated path of a JSON payload.',
        zh: '消息的 Payload；若为 JSON，可按以点分隔的路径取值。',
      },
      examples: [
        ['payload()', '{"a": {"b": 1}}'],
        [`payload('a.b')`, 1n],
      ],
      run: (args, environment) => {
        const payload = environment.column('payload')
        return args.length === 0 ? payload : inside(payload, text(args, 0))
      },
    }),
    sqlFunction({
      name: 'flags',
      takes: '',
      help: { en: 'Flags of the message as a map.', zh: '以映射返回消息的标志位。' },
      examples: [['flags()', { retain: false, dup: false }]],
      run: (_, environment) => environment.column('flags') ?? {},
    }),
    sqlFunction({
      name: 'flag',
      takes: 'name',
      help: { en: `Flag of the message, such as 'retain' or 'dup'.`, zh: `消息的某个标志位，如 'retain' 或 'dup'。` },
      examples: [[`flag('retain')`, false]],
      run: (args, environment) => flag(environment, text(args, 0)),
    }),
    sqlFunction({
      name: 'contains_topic',
      takes: 'topic_filters, topic, qos?',
      help: {
        en: 'True if an array of maps with topic and qos contains the topic, with this QoS if given.',
        zh: '由 topic、qos 映射组成的数组中包含该主题（及指定的 QoS）时返回 true。',
      },
      examples: [
        [`contains_topic(json_decode('[{"topic": "t/#", "qos": 1}]'), 't/#')`, true],
        [`contains_topic(json_decode('[{"topic": "t/#", "qos": 1}]'), 't/#', 0)`, false],
      ],
      run: (args) => hasTopic(args, (given, wanted) => given === wanted),
    }),
    sqlFunction({
      name: 'contains_topic_match',
      takes: 'topics, topic_filter, qos?',
      help: {
        en: 'True if an array of maps with topic and qos contains a topic that matches the topic filter, with this QoS if given.',
        zh: '由 topic、qos 映射组成的数组中包含匹配该主题过滤器的主题（及指定的 QoS）时返回 true。',
      },
      examples: [
        [`contains_topic_match(json_decode('[{"topic": "t/1", "qos": 1}]'), 't/+')`, true],
        [`contains_topic_match(json_decode('[{"topic": "t/1", "qos": 1}]'), 'a/+')`, false],
      ],
      run: (args) => hasTopic(args, (topic, filter) => matchesFilter(filter, topic)),
    }),
  ],
})

const inside = (payload: Value, path: string): Value =>
  path.split('.').reduce<Value>((reached, key) => valueAt(reached, { key }), payload)

function flag(environment: FunctionEnvironment, name: string): Value {
  const flags = environment.column('flags')
  return isMap(flags) && Object.hasOwn(flags, name) ? flags[name] : undefined
}

/** Only the first match decides whether the QoS is right. */
function hasTopic(args: readonly Value[], fits: (given: string, wanted: string) => boolean): boolean {
  const wanted = text(args, 1)
  const found = list(args, 0).find((item) => isMap(item) && isText(item.topic) && fits(toText(item.topic), wanted))
  if (!isMap(found)) return false
  return args.length < 3 || found.qos === integer(args, 2)
}
