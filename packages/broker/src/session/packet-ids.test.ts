import { expect, test } from 'vitest'
import { packetIdAfter } from './packet-ids.ts'

test('[MQTT-2.2.1-3] packet ids start with 1, skip those in use and restart after 65535', () => {
  const used = new Set([2])
  expect(packetIdAfter(0, used)).toBe(1)
  expect(packetIdAfter(1, used)).toBe(3)
  expect(packetIdAfter(65534, used)).toBe(65535)
  expect(packetIdAfter(65535, used)).toBe(1)
})

test('returns undefined if all packet ids are in use', () => {
  expect(packetIdAfter(0, { has: () => true })).toBeUndefined()
})
