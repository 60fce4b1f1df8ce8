import type { Locale } from '../i18n/index.ts'
import type { FormNode } from './model.ts'
import { symbolText } from './symbol-texts.ts'

/** A value in a few words, e.g. of a default; undefined when there is none. */
export function showValue(node: FormNode, value: unknown, locale: Locale): string | undefined {
  if (value === undefined || value === null) return undefined
  switch (node.kind) {
    case 'secret':
      return undefined
    case 'switch':
      return (value === true ? on : off)[locale]
    case 'enum':
    case 'union':
    case 'constant':
      return isSymbol(value) ? symbolText(value)[locale] : JSON.stringify(value)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

const on = { en: 'on', zh: '开启' }
const off = { en: 'off', zh: '关闭' }

const isSymbol = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
