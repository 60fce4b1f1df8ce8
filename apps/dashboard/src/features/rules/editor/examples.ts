import type { Text } from '@mqdeck/contract'

/** A statement with test data. */
export interface Example {
  readonly sql: string
  /** The input of the test, and columns that differ from its defaults. */
  readonly source?: string
  readonly values?: Readonly<Record<string, string>>
}

interface TestedExample extends Example {
  readonly title: Text
  readonly about: Text
  /** The result as JSON. Checked by a test. */
  readonly result: string
}

/** Common tasks. Tests run all of them. */
export const examples: readonly TestedExample[] = [
  {
    title: { en: 'Select fields of a JSON payload', zh: '提取 JSON 消息中的字段' },
    about: {
      en: 'Renames fields of the payload and adds the client ID and the topic.',
      zh: '为 Payload 中的字段设置别名，并附上客户端 ID 和主题。',
    },
    sql: 'SELECT\n  payload.temp as temp,\n  payload.hum as hum,\n  clientid,\n  topic\nFROM\n  "sensors/#"',
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 21.5, "hum": 40}' },
    result: '{"temp":21.5,"hum":40,"clientid":"th1","topic":"sensors/hall"}',
  },
  {
    title: { en: 'Filter by a threshold', zh: '仅处理超过阈值的消息' },
    about: { en: 'WHERE selects messages for which the condition is true.', zh: 'WHERE 选取条件为真的消息。' },
    sql: 'SELECT\n  clientid,\n  payload.temp as temp\nFROM\n  "sensors/#"\nWHERE\n  payload.temp > 30',
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 35}' },
    result: '{"clientid":"th1","temp":35}',
  },
  {
    title: { en: 'One result per list item', zh: '逐项处理列表' },
    about: {
      en: 'FOREACH loops over a list, DO selects fields of each item, INCASE filters the items.',
      zh: 'FOREACH 遍历列表，DO 选取每个元素的字段，INCASE 过滤元素。',
    },
    sql: 'FOREACH\n  payload.sensors as sensor\nDO\n  sensor.name as name,\n  sensor.value as value,\n  clientid\nINCASE\n  sensor.value > 0\nFROM\n  "gateway/+/batch"',
    source: 'gateway/+/batch',
    values: {
      topic: 'gateway/g1/batch',
      clientid: 'g1',
      payload: '{"sensors": [{"name": "a", "value": 1}, {"name": "b", "value": 0}]}',
    },
    result: '[{"name":"a","value":1,"clientid":"g1"}]',
  },
  {
    title: { en: 'Topic levels as fields', zh: '将主题层级作为字段' },
    about: {
      en: 'split divides the topic into levels, nth returns one of them.',
      zh: 'split 将主题拆分为层级，nth 返回其中一级。',
    },
    sql: "SELECT\n  nth(2, split(topic, '/')) as building,\n  nth(3, split(topic, '/')) as room,\n  payload\nFROM\n  \"site/+/+/state\"",
    source: 'site/+/+/state',
    values: { topic: 'site/north/r12/state', payload: 'on' },
    result: '{"building":"north","room":"r12","payload":"on"}',
  },
  {
    title: { en: 'Conditional values', zh: '按条件取值' },
    about: { en: 'CASE returns the value of the first matching branch.', zh: 'CASE 返回第一个匹配分支的值。' },
    sql: "SELECT\n  clientid,\n  CASE\n    WHEN payload.temp < 0 THEN 'frost'\n    WHEN payload.temp > 30 THEN 'hot'\n    ELSE 'normal'\n  END as level\nFROM\n  \"sensors/#\"",
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 35}' },
    result: '{"clientid":"th1","level":"hot"}',
  },
  {
    title: { en: 'Transform JSON with jq', zh: '使用 jq 转换 JSON' },
    about: {
      en: 'jq runs a program on the payload and returns a list of its outputs.',
      zh: 'jq 对 Payload 执行程序，以列表返回其输出。',
    },
    sql: 'SELECT\n  jq(\'.sensors | map(.value) | add\', payload) as total\nFROM\n  "gateway/#"',
    source: 'gateway/#',
    values: { topic: 'gateway/g1', payload: '{"sensors": [{"value": 1}, {"value": 2}]}' },
    result: '{"total":[3]}',
  },
  {
    title: { en: 'Connected clients and their addresses', zh: '记录客户端上线' },
    about: { en: 'FROM takes events as well as topics.', zh: 'FROM 中可以使用事件，写法与主题相同。' },
    sql: 'SELECT\n  clientid,\n  username,\n  peername\nFROM\n  "$events/client_connected"',
    source: '$events/client_connected',
    values: { clientid: 'c1', username: 'u1', peername: '10.0.0.7:4711' },
    result: '{"clientid":"c1","username":"u1","peername":"10.0.0.7:4711"}',
  },
]
