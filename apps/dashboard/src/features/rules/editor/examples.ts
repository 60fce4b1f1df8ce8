import type { Text } from '@mqdeck/contract'

/** A statement to begin with, and what to try it with. */
export interface Example {
  readonly sql: string
  /** The source that the test simulates, as FROM names it, and columns that differ from the event's own. */
  readonly source?: string
  readonly values?: Readonly<Record<string, string>>
}

interface Told extends Example {
  readonly title: Text
  readonly about: Text
  /** What the test answers, as JSON; held by a test. */
  readonly result: string
}

/** What people come with most. Each runs as it is, in the tests, too. */
export const examples: readonly Told[] = [
  {
    title: { en: 'Take fields out of a JSON payload', zh: '提取 JSON 消息中的字段' },
    about: {
      en: 'Fields of the payload get short names; the sender and the time go along.',
      zh: '为消息内容中的字段取短名，并附上发送者和时间。',
    },
    sql: 'SELECT\n  payload.temp as temp,\n  payload.hum as hum,\n  clientid,\n  topic\nFROM\n  "sensors/#"',
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 21.5, "hum": 40}' },
    result: '{"temp":21.5,"hum":40,"clientid":"th1","topic":"sensors/hall"}',
  },
  {
    title: { en: 'Only what is above a limit', zh: '仅处理超过阈值的消息' },
    about: { en: 'WHERE lets pass what it is true for.', zh: 'WHERE 仅放行条件为真的消息。' },
    sql: 'SELECT\n  clientid,\n  payload.temp as temp\nFROM\n  "sensors/#"\nWHERE\n  payload.temp > 30',
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 35}' },
    result: '{"clientid":"th1","temp":35}',
  },
  {
    title: { en: 'One result for each item of a list', zh: '逐项处理列表' },
    about: {
      en: 'FOREACH goes through a list; DO says what becomes of each item, INCASE which of them are taken.',
      zh: 'FOREACH 遍历列表，DO 指定每项的结果，INCASE 选择需要的项。',
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
    title: { en: 'Levels of the topic as fields', zh: '将主题层级作为字段' },
    about: { en: 'split cuts the topic, nth takes one part.', zh: 'split 拆分主题，nth 取其中一级。' },
    sql: "SELECT\n  nth(2, split(topic, '/')) as building,\n  nth(3, split(topic, '/')) as room,\n  payload\nFROM\n  \"site/+/+/state\"",
    source: 'site/+/+/state',
    values: { topic: 'site/north/r12/state', payload: 'on' },
    result: '{"building":"north","room":"r12","payload":"on"}',
  },
  {
    title: { en: 'Values by cases', zh: '按条件取值' },
    about: { en: 'CASE takes the first branch that fits.', zh: 'CASE 取第一个符合条件的分支。' },
    sql: "SELECT\n  clientid,\n  CASE\n    WHEN payload.temp < 0 THEN 'frost'\n    WHEN payload.temp > 30 THEN 'hot'\n    ELSE 'normal'\n  END as level\nFROM\n  \"sensors/#\"",
    source: 'sensors/#',
    values: { topic: 'sensors/hall', clientid: 'th1', payload: '{"temp": 35}' },
    result: '{"clientid":"th1","level":"hot"}',
  },
  {
    title: { en: 'Rebuild JSON with jq', zh: '使用 jq 重组 JSON' },
    about: {
      en: 'jq runs a whole program over the payload; its outputs come as a list.',
      zh: 'jq 对消息内容执行完整程序，输出为列表。',
    },
    sql: 'SELECT\n  jq(\'.sensors | map(.value) | add\', payload) as total\nFROM\n  "gateway/#"',
    source: 'gateway/#',
    values: { topic: 'gateway/g1', payload: '{"sensors": [{"value": 1}, {"value": 2}]}' },
    result: '{"total":[3]}',
  },
  {
    title: { en: 'Who connects, and from where', zh: '记录客户端上线' },
    about: { en: 'Events stand in FROM like topics.', zh: '事件与主题一样写在 FROM 中。' },
    sql: 'SELECT\n  clientid,\n  username,\n  peername\nFROM\n  "$events/client_connected"',
    source: '$events/client_connected',
    values: { clientid: 'c1', username: 'u1', peername: '10.0.0.7:4711' },
    result: '{"clientid":"c1","username":"u1","peername":"10.0.0.7:4711"}',
  },
]
