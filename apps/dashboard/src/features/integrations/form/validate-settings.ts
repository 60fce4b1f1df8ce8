import { isRecord } from '../../../lib/json-path.ts'
import type { Fault } from '../../../schema-form/index.ts'
import { isName } from '../kinds.ts'

/** Checks the name of a new object: the rule of EMQX, and that it is unused. */
export function nameFaults(value: unknown, taken: readonly string[]): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  if (typeof name !== 'string') return []
  if (!isName(name)) return [{ path: ['name'], text: rule }]
  return taken.includes(name) ? [{ path: ['name'], text: isTaken }] : []
}

/** Types that need one of several fields. EMQX checks this, but its schema does not contain it. */
const oneOfFields: Readonly<Record<string, readonly string[]>> = { oracle: ['sid', 'service_name'] }

/** Checks of connector settings that the schema does not contain. */
export function typeFaults(type: string, value: unknown): readonly Fault[] {
  const [first, ...others] = Object.hasOwn(oneOfFields, type) ? (oneOfFields[type] ?? []) : []
  if (first === undefined || !isRecord(value)) return []
  const isGiven = [first, ...others].some((field) => value[field] !== undefined && value[field] !== '')
  return isGiven ? [] : [{ path: [first], text: alternatives }]
}

const rule = {
  en: 'Use letters, digits, _ and -, up to 255 characters. Start with a letter or a digit.',
  zh: '由字母、数字、_ 和 - 组成，最多 255 个字符，以字母或数字开头。',
}

const isTaken = {
  en: 'This name is already in use for this type. Choose another name.',
  zh: '该类型下已存在同名项，请使用其他名称。',
}

const alternatives = { en: 'Enter the SID or the service name', zh: '请输入 SID 或服务名称' }
