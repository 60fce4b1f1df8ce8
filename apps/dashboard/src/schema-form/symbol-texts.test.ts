import { expect, test } from 'vitest'
import { wireDocument } from '../features/gateways/forms/wire-document.ts'
import { hasLabel, symbolText } from './symbol-texts.ts'
import { recordedSchema } from './test-documents.ts'
import type { WireSchema } from './wire.ts'

/** Shown as states or fixed by the page, so not selectable in a form. */
const notChosen = new Set(['status', 'type', 'backend'])

/** Unlabelled symbols of every field with a choice, as `field symbol`. */
function choicesIn(schema: WireSchema, field: string): readonly string[] {
  const own =
    schema.type === 'enum' && (schema.symbols ?? []).length > 1 && !notChosen.has(field)
      ? (schema.symbols ?? []).filter((symbol) => !hasLabel(symbol, field)).map((symbol) => `${field} ${symbol}`)
      : []
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => choicesIn(inner, key)),
    ...(schema.oneOf ?? []).flatMap((alternative) => choicesIn(alternative, field)),
    ...(schema.items ? [choicesIn(schema.items, field)].flat() : []),
  ]
}

const documents = {
  connectors: await recordedSchema('connectors'),
  actions: await recordedSchema('actions'),
  hotconf: await recordedSchema('hotconf'),
  gateways: wireDocument(await recordedSchema('../openapi')),
}

test.each(Object.entries(documents))('every choice in the recorded schema of %s has a label', (_, { components }) => {
  const schemas = Object.values(components.schemas)
  expect(schemas.length).toBeGreaterThan(20)
  expect([...new Set(schemas.flatMap((schema) => choicesIn(schema, '')))]).toEqual([])
})

test('the label of a symbol depends on its field', () => {
  expect(symbolText('single', 'redis_type').en).toBe('Single node')
  expect(symbolText('single', 'piggyback').en).toBe('One packet')
  expect(symbolText('delete', 'method').en).toBe('DELETE')
  expect(symbolText('deny', 'no_match').en).toBe('Deny')
  expect(symbolText('disconnect', 'deny_action').zh).toBe('断开连接')
  expect(symbolText('newer_symbol', 'method').en).toBe('newer_symbol')
})
