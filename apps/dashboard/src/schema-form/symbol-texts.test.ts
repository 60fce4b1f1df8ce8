import { choice, off, oneOf, setting, struct, symbol, text } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { declaredTexts } from './declared-texts.ts'
import { buildModel } from './model.ts'
import { plugInSchema } from './plug-in-schema.ts'
import { meansOff, symbolText } from './symbol-texts.ts'
import { choicesIn } from './test-choices.ts'
import { recordedSchema } from './test-documents.ts'

test('every choice in the recorded configuration has a label', async () => {
  const schemas = Object.entries((await recordedSchema('hotconf')).components.schemas)
  const texts = declaredTexts()
  expect(schemas.length).toBeGreaterThan(20)
  expect([...new Set(schemas.flatMap(([name, schema]) => choicesIn(schema, texts[name])))]).toEqual([])
})

const label = { en: 'Label', zh: '标签' }
const fast = { en: 'Fast', zh: '快' }
const declared = struct('sample', {
  mode: setting(choice({ sync: fast, none: fast }), { required: true, label }),
  name: setting(oneOf(text(), off('none')), { label }),
  other: setting(oneOf(text(), symbol('none', fast)), { label }),
})

test('the declaration of a field labels its symbols and says which one turns it off', () => {
  const { document, texts } = plugInSchema([declared])
  const model = buildModel(document, 'sample', texts)
  const fields = model?.kind === 'object' ? model.fields : []
  expect(fields.map((field) => symbolText('sync', field).en)).toEqual(['Fast', 'Synchronous', 'Synchronous'])
  expect(fields.map((field) => symbolText('none', field).en)).toEqual(['Fast', 'None', 'Fast'])
  expect(fields.map((field) => meansOff('none', field))).toEqual([false, true, false])
})

test('labels of undeclared fields are guessed from the field name and the symbol', () => {
  expect(symbolText('need_ack', { key: 'ack_mode' }).en).toBe('Wait for acknowledgement')
  expect(symbolText('verify_none', { key: 'verify' }).zh).toBe('不验证')
  expect(symbolText('newer_symbol', { key: 'method' }).en).toBe('newer_symbol')
  expect(symbolText('newer_symbol', undefined, true).en).toBe('Newer symbol')
  expect(meansOff('disable', {})).toBe(true)
})
