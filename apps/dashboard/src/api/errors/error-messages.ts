import { defineMessages } from '../../i18n/index.ts'

const types: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  'pos_integer()': ['a positive integer', '正整数'],
  'non_neg_integer()': ['an integer of 0 or more', '非负整数'],
  'integer()': ['an integer', '整数'],
  'number()': ['a number', '数字'],
  'float()': ['a number', '数字'],
  'boolean()': ['true or false', 'true 或 false'],
  'binary()': ['text', '文本'],
  'string()': ['text', '文本'],
  'map()': ['an object', '对象'],
  'emqx_schema:json_binary()': ['JSON text', 'JSON 文本'],
  array: ['a list', '列表'],
  string: ['text', '文本'],
  integer: ['an integer', '整数'],
  number: ['a number', '数字'],
  boolean: ['true or false', 'true 或 false'],
  object: ['an object', '对象'],
}

const oneOf = (expected: string) => expected.split(/\s*\|\s*/)

export const errorMessages = defineMessages({
  en: {
    network: 'Network Error.',
    timeout: 'The server did not respond in time.',
    waitsFor: (nodes: string) => `Node ${nodes} does not respond. The cluster waits for it.`,
    mayBeMade: ' The change may still be made.',
    unreadable: 'The server returned an unreadable response.',
    unknown: 'Operation failed.',
    tooMany: 'Too many attempts. Wait a moment and try again.',
    tooManyUntil: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
    nodeFault: (node: string | undefined, isTimeout: boolean) =>
      `${node ?? 'A node of the cluster'} did not respond${isTimeout ? ' in time' : ''}.`,
    problem: {
      required: (field: string) => `${field} is required.`,
      unknownField: (field: string) => `${field} is not a known field.`,
      expected: (field: string, expected: string, value: string | undefined) =>
        `${field} must be ${expected}${value === undefined ? '' : `, not ${value}`}.`,
      other: (field: string, reason: string, value: string | undefined) =>
        `${field} is not valid${value === undefined ? '' : ` (${value})`}: ${reason}`,
      document: 'The input',
      type: (expected: string) => {
        const [first = '', ...others] = oneOf(expected)
        if (others.length > 0) return `one of ${[first, ...others].join(', ')}`
        return types[first]?.[0] ?? first.replace(/^(-?\d+)\.\.(-?\d+)$/, 'between $1 and $2')
      },
    },
  },
  zh: {
    network: '网络错误。',
    timeout: '服务器未在规定时间内响应。',
    waitsFor: (nodes) => `节点 ${nodes} 无响应，集群正在等待该节点。`,
    mayBeMade: '更改仍可能生效。',
    unreadable: '无法识别服务器的响应内容。',
    unknown: '操作失败。',
    tooMany: '尝试次数过多，请稍后再试。',
    tooManyUntil: (seconds) => `尝试次数过多，请在 ${seconds} 秒后重试。`,
    nodeFault: (node, isTimeout) =>
      node === undefined
        ? `集群中有节点没有${isTimeout ? '及时' : ''}响应。`
        : `${node} 没有${isTimeout ? '及时' : ''}响应。`,
    problem: {
      required: (field) => `${field} 为必填项。`,
      unknownField: (field) => `${field} 不是可识别的字段。`,
      expected: (field, expected, value) =>
        `${field} 应为${/^\p{Script=Han}/u.test(expected) ? '' : ' '}${expected}${value === undefined ? '' : `，而不是 ${value}`}。`,
      other: (field, reason, value) => `${field}${value === undefined ? ' ' : `（${value}）`}无效：${reason}`,
      document: '输入内容',
      type: (expected) => {
        const [first = '', ...others] = oneOf(expected)
        if (others.length > 0) return [first, ...others].join('、')
        return types[first]?.[1] ?? first.replace(/^(-?\d+)\.\.(-?\d+)$/, '$1 到 $2 之间的值')
      },
    },
  },
})
