import type { Text } from '@mqdeck/contract'

const fault = (en: string, zh: string): Text => ({ en, zh })

/** What can be wrong with a text of rules. The broker itself answers in English. */
export const faults = {
  dot: fault('a dot must end the rule', '规则必须以英文句点结尾'),
  tooDeep: fault('too many brackets within each other', '括号嵌套过深'),
  incomplete: fault('the rule is not complete', '规则不完整'),
  unexpected: (character: string) => fault(`"${character}" cannot stand here`, `此处不能出现“${character}”`),
  reserved: (word: string) =>
    fault(`${word} is a word of the language itself: write '${word}'`, `${word} 是保留字，请写作 '${word}'`),
  comma: (end: string) => fault(`"," or "${end}" must come here`, `此处应为“,”或“${end}”`),
  binary: fault('a text must stand between << and >>', '<< 与 >> 之间必须是字符串'),
  binaryEnd: fault('">>" must end the text', '字符串必须以“>>”结尾'),
  noEnd: (quote: string) => fault(`the text has no end: ${quote} is missing`, `字符串没有结束：缺少 ${quote}`),
  noCharacter: fault('there is no such character', '没有这样的字符'),

  braces: fault('a rule stands in braces: {allow, all}', '规则必须写在花括号中：{allow, all}'),
  permission: fault('a rule begins with allow or deny', '规则必须以 allow 或 deny 开头'),
  noWho: fault('whom the rule is for is missing', '缺少规则适用的对象'),
  twoWords: fault(
    'a rule of two words is {allow, all} or {deny, all}',
    '只有两部分的规则只能是 {allow, all} 或 {deny, all}',
  ),
  noTopics: fault('the list of topics is missing', '缺少主题列表'),
  surplus: fault('a rule has four parts: permission, who, action, topics', '规则由四部分组成：权限、对象、操作、主题'),
  who: fault(
    'who must be all, or a condition such as {username, "ann"}',
    '对象必须是 all，或形如 {username, "ann"} 的条件',
  ),
  condition: fault(
    'a condition begins with username, clientid, client_attr, ipaddr, ipaddrs, zone, listener, and, or',
    '条件以 username、clientid、client_attr、ipaddr、ipaddrs、zone、listener、and 或 or 开头',
  ),
  values: (name: string, count: number) =>
    fault(`${name} takes ${count === 1 ? 'one value' : 'two values'}`, `${name} 需要 ${count} 个值`),
  regex: fault('a regular expression is written {re, "^a"}', '正则表达式写作 {re, "^a"}'),
  options: fault(
    'an action with options is written {publish, [{qos, 1}, {retain, false}]}',
    '带选项的操作写作 {publish, [{qos, 1}, {retain, false}]}',
  ),
  action: fault('the action is publish, subscribe or all', '操作必须是 publish、subscribe 或 all'),
  option: fault(
    'an option is {qos, 0} to {qos, 2}, or {retain, true}, {retain, false}, {retain, all}',
    '选项可以是 {qos, 0} 至 {qos, 2}，或 {retain, true}、{retain, false}、{retain, all}',
  ),
  qos: fault('QoS is 0, 1 or 2', 'QoS 必须是 0、1 或 2'),
  retain: fault('retain is true, false or all', 'retain 必须是 true、false 或 all'),
  topic: fault(
    'a topic is a text, or {eq, "text"} for exactly this text',
    '主题是字符串，或用 {eq, "字符串"} 表示该主题本身',
  ),
  text: fault('a text in double quotes must stand here', '此处必须是双引号中的字符串'),
  list: fault('a list in square brackets must stand here', '此处必须是方括号中的列表'),
  pattern: (sentence: string, pattern: string) => fault(sentence, `“${pattern}”不是有效的正则表达式（RE2）`),
  network: (sentence: string, network: string) =>
    fault(sentence, `“${network}”不是 IP 地址，也不是 10.0.0.0/8 这样的网段`),
}
