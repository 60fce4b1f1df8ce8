import { expect, test } from 'vitest'
import { createInboundAliases, createOutboundAliases } from './topic-aliases.ts'

test('[MQTT-3.3.2-12] an alias resolves to the topic it was last set to', () => {
  const aliases = createInboundAliases(2)
  expect([aliases.resolve('a', 1), aliases.resolve('', 1)]).toEqual(['a', 'a'])
  expect([aliases.resolve('b', 1), aliases.resolve('', 1)]).toEqual(['b', 'b'])
})

test.each([
  [0, 0x94],
  [3, 0x94],
  [2, 0x82],
])('[MQTT-3.3.2-8] [MQTT-3.3.2-9] alias %d of at most 2 that was never set is refused with %d', (alias, reasonCode) => {
  expect(() => createInboundAliases(2).resolve('', alias)).toThrow(expect.objectContaining({ reasonCode }))
})

test('[MQTT-3.1.2-26] the client gets aliases up to its maximum, known from the second time on', () => {
  const aliases = createOutboundAliases(1)
  expect(aliases.find('a')).toEqual({ alias: 1, known: false })
  // Not learned: the packet was not sent.
  expect(aliases.find('b')).toEqual({ alias: 1, known: false })
  aliases.learn('b')
  expect([aliases.find('b'), aliases.find('a')]).toEqual([{ alias: 1, known: true }, undefined])
})
