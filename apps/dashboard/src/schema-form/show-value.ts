import type { Locale } from '../i18n/index.ts'
import type { FormNode } from './model.ts'
import { symbolText } from './symbol-texts.ts'

/** A short text of a value, e.g. of a default; undefined without a value. */
export function showValue(node: FormNode, value: unknown, locale: Locale): string | undefined {
  if (value === undefined || value === null) return undefined
  switch (node.kind) {
    case 'secret':
      return undefined
    case 'hostPort':
      // Port 0 without an address means off.
      return Number(value) === 0 ? off[locale] : String(value)
    case 'switch':
      return (value === true ? on : off)[locale]
    case 'union': {
      const alternative = node.alternatives.find(({ symbol }) => symbol === value)
      return alternative ? alternative.label[locale] : isSymbol(value) ? String(value) : JSON.stringify(value)
    }
    case 'enum':
    case 'constant':
      return isSymbol(value) ? symbolText(value, node.key)[locale] : JSON.stringify(value)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

const on = { en: 'On', zh: '开启' }
const off = { en: 'Off', zh: '关闭' }

const isSymbol = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
