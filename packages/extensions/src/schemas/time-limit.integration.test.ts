import { holdProcess } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createSchemaRegistry } from './registry.ts'

test('a valid payload that takes time is accepted while other programs have the processor', async () => {
  const source = JSON.stringify({ type: 'array', uniqueItems: true, items: { type: 'array' } })
  const registry = createSchemaRegistry({ schemas: { s: { type: 'json', source, description: '' } }, external: {} })
  // Comparing each item with each other one takes some ten milliseconds.
  const payload = JSON.stringify(Array.from({ length: 800 }, (_, at) => [at]))
  expect(registry.check('s', payload)).toBe(true)
  const hold = await holdProcess()
  const results = Array.from({ length: 10 }, () => registry.check('s', payload))
  await hold.stop()
  expect(results).toEqual(Array(10).fill(true))
})
