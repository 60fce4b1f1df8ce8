import type { Text } from '@mqdeck/contract'

const fault = (en: string, zh: string): Text => ({ en, zh })

/** Errors in ACL rules. API responses use the English text. */
export const faults = {
  dot: fault('the rule must end with a dot', '规则必须以英文句点结尾'),
  tooDeep: fault('too many nested brackets', '括号嵌套过深'),
  incomplete: fault('the rule is incomplete', '规则不完整'),
  unexpected: (character: string) => fault(`"${character}" is not allowed here`, `此处不能出现“${character}”`),
  reserved: (word: string) =>
    fault(`${word} is a reserved word. Write '${word}'`, `${word} 是保留字，请写作 '${word}'`),
  comma: (end: string) => fault(`"," or "${end}" is expected here`, `此处应为“,”或“${end}”`),
  binary: fault('a string is expected between << and >>', '<< 与 >> 之间必须是字符串'),
  binaryEnd: fault('the string must end with ">>"', '字符串必须以“>>”结尾'),
  noEnd: (quote: string) => fault(`the string has no closing ${quote}`, `字符串缺少结尾的 ${quote}`),
  noCharacter: fault('this character does not exist', '没有这样的字符'),

  braces: fault('a rule must be in braces, such as {allow, all}', '规则必须写在花括号中，例如 {allow, all}'),
  permission: fault('a rule must start with allow or deny', '规则必须以 allow 或 deny 开头'),
  noWho: fault('the clients that the rule applies to are missing', '缺少规则适用的对象'),
  twoWords: fault(
    'a rule with two parts must be {allow, all} or {deny, all}',
    '只有两部分的规则只能是 {allow, all} 或 {deny, all}',
  ),
  noTopics: fault('the list of topics is missing', '缺少主题列表'),
  surplus: fault(
    'a rule has only four parts: permission, clients, action and topics',
    '规则由四部分组成：权限、对象、操作、主题',
  ),
  who: fault(
    'the second part must be all or a condition such as {username, "ann"}',
    '第二部分必须是 all，或形如 {username, "ann"} 的条件',
  ),
  condition: fault(
    'a condition must start with username, clientid, client_attr, ipaddr, ipaddrs, zone, listener, and or or',
    '条件必须以 username、clientid、client_attr、ipaddr、ipaddrs、zone、listener、and 或 or 开头',
  ),
  values: (name: string, count: number) =>
    fault(`${name} requires ${count === 1 ? 'one value' : 'two values'}`, `${name} 需要 ${count} 个值`),
  regex: fault('a regular expression must be written as {re, "^a"}', '正则表达式必须写作 {re, "^a"}'),
  options: fault(
    'an action with options must be written as {publish, [{qos, 1}, {retain, false}]}',
    '带选项的操作必须写作 {publish, [{qos, 1}, {retain, false}]}',
  ),
  action: fault('the action must be publish, subscribe or all', '操作必须是 publish、subscribe 或 all'),
  option: fault(
    'an option must be {qos, 0} to {qos, 2}, or {retain, true}, {retain, false}, {retain, all}',
    '选项必须是 {qos, 0} 至 {qos, 2}，或 {retain, true}、{retain, false}、{retain, all}',
  ),
  qos: fault('QoS must be 0, 1 or 2', 'QoS 必须是 0、1 或 2'),
  retain: fault('retain must be true, false or all', 'retain 必须是 true、false 或 all'),
  topic: fault(
    'a topic must be a string, or {eq, "topic"} for a literal topic',
    '主题必须是字符串，或用 {eq, "主题"} 表示按字面匹配的主题',
  ),
  text: fault('a string in double quotes is expected here', '此处应为双引号中的字符串'),
  list: fault('a list in square brackets is expected here', '此处应为方括号中的列表'),
  pattern: (sentence: string, pattern: string) => fault(sentence, `“${pattern}”不是有效的正则表达式（RE2）`),
  network: (sentence: string, network: string) =>
    fault(sentence, `“${network}”不是 IP 地址，也不是 10.0.0.0/8 这样的网段`),
}
