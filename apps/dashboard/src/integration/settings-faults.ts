import { isRecord } from '../lib/json-path.ts'
import type { Fault } from '../schema-form/index.ts'
import { isName } from './kinds.ts'

/** What is wrong with the name of something new: EMQX's rule, and that nobody else of its type has it. */
export function nameFaults(value: unknown, taken: readonly string[]): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  if (typeof name !== 'string') return []
  if (!isName(name)) return [{ path: ['name'], text: rule }]
  return taken.includes(name) ? [{ path: ['name'], text: isTaken }] : []
}

/** Types that need one of several fields: EMQX refuses a body with none of them, and its schema does not say so. */
const oneOfFields: Readonly<Record<string, readonly string[]>> = { oracle: ['sid', 'service_name'] }

/** What is missing in the settings of a connector beyond what the schema says. */
export function typeFaults(type: string, value: unknown): readonly Fault[] {
  const [first, ...others] = Object.hasOwn(oneOfFields, type) ? (oneOfFields[type] ?? []) : []
  if (first === undefined || !isRecord(value)) return []
  const isGiven = [first, ...others].some((field) => value[field] !== undefined && value[field] !== '')
  return isGiven ? [] : [{ path: [first], text: oneNeeded }]
}

const rule = {
  en: 'A letter or a digit first, then letters, digits, _ and - only; at most 255 characters.',
  zh: '须以字母或数字开头，只能包含字母、数字、_ 和 -，最多 255 个字符。',
}

const isTaken = { en: 'There is one of this type with this name already.', zh: '该类型下已有同名项。' }

const oneNeeded = { en: 'Enter the SID or the service name', zh: '请输入 SID 或服务名称' }
