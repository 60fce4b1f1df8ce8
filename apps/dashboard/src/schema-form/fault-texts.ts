import type { Text } from './texts.ts'

type Bound = number | string | undefined

/** Errors of values that cannot be sent. The specification fixes some of the wordings. */
export const faults = {
  required: ({ en, zh }: Text): Text => ({
    en: `${en === '' ? 'Value' : en} is required`,
    zh: `${zh === '' ? '值' : zh}为必填项`,
  }),
  kind: { en: 'The value has the wrong type', zh: '值的类型不正确' },
  number: { en: 'Please enter a number', zh: '请输入数字' },
  integer: { en: 'Please enter a whole number', zh: '请输入整数' },
  duration: {
    en: 'Please enter a duration with a unit, such as 15s or 1h30m',
    zh: '请输入带单位的时长，例如 15s 或 1h30m',
  },
  byteSize: {
    en: 'Please enter a size with a unit, such as 512KB or 1MB',
    zh: '请输入带单位的大小，例如 512KB 或 1MB',
  },
  percent: { en: 'Please enter a percentage from 0% to 100%', zh: '请输入 0% 至 100% 之间的百分比' },
  rate: { en: 'Please enter a properly formatted rate configuration', zh: '请输入格式正确的速率配置' },
  json: { en: 'Please enter the correct JSON', zh: '请输入正确的 JSON' },
  hostPort: {
    en: 'Please enter a port, or an address and a port, such as 127.0.0.1:1883',
    zh: '请输入端口，或地址和端口，例如 127.0.0.1:1883',
  },
  accessRule: {
    en: 'Please enter all, an address or a network, such as 10.0.0.0/8',
    zh: '请输入 all、IP 地址或网段，例如 10.0.0.0/8',
  },
  url: { en: 'Please enter a URL such as http://host:8080/path', zh: '请输入 URL，例如 http://host:8080/path' },
  key: { en: 'Each entry requires a name', zh: '每一项都需要名称' },
  duplicateAttribute: { en: 'Duplicated Attribute', zh: '属性重复' },
  duplicateTopic: { en: 'This topic already exists', zh: '该主题已存在' },
  duplicateKey: { en: 'This name already exists', zh: '该名称已存在' },
  secretAgain: { en: 'Secrets are not duplicated. Enter the value again.', zh: '复制时不包含敏感信息，请重新输入。' },
  maxLength: (most: number): Text => ({
    en: `Please enter at most ${most} characters`,
    zh: `最多输入 ${most} 个字符`,
  }),
  range(minimum: Bound, maximum: Bound): Text {
    if (maximum === undefined) return { en: `Must be at least ${minimum}`, zh: `不能小于 ${minimum}` }
    if (minimum === undefined) return { en: `Must be at most ${maximum}`, zh: `不能大于 ${maximum}` }
    return { en: `Must be between ${minimum} and ${maximum}`, zh: `必须在 ${minimum} 到 ${maximum} 之间` }
  },
} as const
