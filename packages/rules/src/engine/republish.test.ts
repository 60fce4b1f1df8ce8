import type { RepublishArgs } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { createRepublish, createTemplate } from './republish.ts'

const args = (changes: Partial<RepublishArgs>): RepublishArgs => ({
  topic: 'out',
  payload: '${payload}',
  qos: '${qos}',
  retain: '${retain}',
  mqtt_properties: {},
  user_properties: '${user_properties}',
  direct_dispatch: false,
  ...changes,
})
const made = (changes: Partial<RepublishArgs>, chosen: Parameters<ReturnType<typeof createRepublish>>[0]) =>
  createRepublish(args(changes))(chosen, [['k', '1'] as const])

describe('a template', () => {
  test.each([
    ['${a}', { a: 5n }, '5'],
    ['${a}', { a: 1 }, '1.0'],
    ['${a.b}', { a: { b: 'x' } }, 'x'],
    ['${payload.n}', { payload: '{"n": 12345678901234567}' }, '12345678901234567'],
    ['${payload.n}', { payload: 'no JSON' }, 'undefined'],
    ['${none}', {}, 'undefined'],
    ['${.}', { a: 1n, b: [true, null] }, '{"a":1,"b":[true,null]}'],
    ['${$}{a}', { a: 1n }, '${a}'],
  ])('%s over the selected data', (template, chosen, text) => {
    expect(createTemplate(template).text(chosen)).toBe(text)
  })
})

describe('a republished message', () => {
  test('has QoS 0 and is not retained if the templates have no value', () => {
    expect(made({}, { payload: 'x' }).message).toMatchObject({ topic: 'out', qos: 0, retain: false })
  })

  test('takes QoS, retain and direct dispatch from the selected data', () => {
    const { message, directDispatch } = made(
      { retain: '${flags.retain}', direct_dispatch: '${now}' },
      { payload: 'x', qos: 2n, flags: { retain: true }, now: 'true' },
    )
    expect([message.qos, message.retain, directDispatch]).toEqual([2, true, true])
  })

  test('has the unchanged user properties of the event, or those of a map', () => {
    const original = made({ user_properties: "${pub_props.'User-Property'}" }, { payload: 'x' })
    expect(original.message.properties).toEqual({ userProperties: [['k', '1']] })
    const own = made({ user_properties: '${map}' }, { payload: 'x', map: { a: 1n, b: 'c' } })
    expect(own.message.properties).toEqual({
      userProperties: [
        ['a', '1'],
        ['b', 'c'],
      ],
    })
    expect(made({}, { payload: 'x' }).message.properties).toEqual({})
  })

  test('is rejected if the QoS or a property is invalid', () => {
    expect(() => made({ qos: '${qos}' }, { payload: 'x', qos: 3n })).toThrow('bad QoS: 3')
    expect(() => made({ retain: '${r}' }, { payload: 'x', r: 'maybe' })).toThrow('bad retain: maybe')
    const tooLong = { mqtt_properties: { 'Message-Expiry-Interval': '4294967296' } }
    expect(() => made(tooLong, { payload: 'x' })).toThrow('bad Message-Expiry-Interval')
  })
})
