import { holdProcess } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createSchemaRegistry } from './registry.ts'

test('a valid payload that takes time is accepted while other programs have the processor', async () => {
  const source = JSON.stringify({ type: 'array', uniqueItems: true, items: { type: 'array' } })
  const registry = createSchemaRegistry({ schemas: { s: { type: 'json', source, description: '' } }, external: {} })
  // Each item is compared with each other one, for some milliseconds.
  const payload = JSON.stringify(Array.from({ length: 400 }, (_, at) => [at]))
  expect(registry.check('s', payload)).toBe(true)
  const hold = await holdProcess()
  const results = Array.from({ length: 100 }, () => registry.check('s', payload))
  await hold.stop()
  expect(results).toEqual(Array(100).fill(true))
})
