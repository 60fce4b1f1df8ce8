import { expect, test } from 'vitest'
import { symbolText } from './symbol-texts.ts'
import { choicesIn } from './test-choices.ts'
import { recordedSchema } from './test-documents.ts'

test.each(['connectors', 'actions', 'hotconf'])('every choice in the recorded %s schema has a label', async (name) => {
  const schemas = Object.values((await recordedSchema(name)).components.schemas)
  expect(schemas.length).toBeGreaterThan(20)
  expect([...new Set(schemas.flatMap((schema) => choicesIn(schema)))]).toEqual([])
})

test('the label of a symbol depends on its field', () => {
  expect(symbolText('single', 'redis_type').en).toBe('Single node')
  expect(symbolText('single', 'piggyback').en).toBe('One packet')
  expect(symbolText('delete', 'method').en).toBe('DELETE')
  expect(symbolText('deny', 'no_match').en).toBe('Deny')
  expect(symbolText('ignore', 'source_failure').en).toBe('Ignore')
  expect(symbolText('disconnect', 'deny_action').zh).toBe('断开连接')
  expect(symbolText('newer_symbol', 'method').en).toBe('newer_symbol')
})
