import { isRecord } from '../../lib/json-path.ts'
import type { Fault } from '../../schema-form/index.ts'
import { formMessages } from './form-messages.ts'

/** Checks the table of client attributes for empty cells and duplicate names. */
export function checkAttributes(mqtt: unknown): readonly Fault[] {
  const rows = isRecord(mqtt) && Array.isArray(mqtt.client_attrs_init) ? mqtt.client_attrs_init.filter(isRecord) : []
  const names = rows.map(({ set_as_attr }) => set_as_attr)
  return rows.flatMap(({ expression, set_as_attr }, index): Fault[] => {
    const at = (field: string) => ['client_attrs_init', index, field]
    if (isEmpty(expression)) return [{ path: at('expression'), text: faultTexts('missing') }]
    if (isEmpty(set_as_attr)) return [{ path: at('set_as_attr'), text: faultTexts('missing') }]
    return names.indexOf(set_as_attr) < index ? [{ path: at('set_as_attr'), text: faultTexts('duplicate') }] : []
  })
}

const isEmpty = (cell: unknown) => typeof cell !== 'string' || cell.trim() === ''

const faultTexts = (name: 'missing' | 'duplicate') => ({
  en: formMessages.en.attributes[name],
  zh: formMessages.zh.attributes[name],
})
