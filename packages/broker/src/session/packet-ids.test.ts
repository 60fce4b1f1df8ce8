import { expect, test } from 'vitest'
import { createPacketIds } from './packet-ids.ts'

test('[MQTT-2.2.1-3] packet ids begin with 1, pass over those in use and begin again after 65535', () => {
  const used = new Set([2])
  const next = createPacketIds((id) => used.has(id))
  expect([next(), next()]).toEqual([1, 3])
  for (let id = 4; id <= 65535; id += 1) next()
  expect(next()).toBe(1)
})

test('there is none when all are in use', () => {
  expect(createPacketIds(() => true)()).toBeUndefined()
})
