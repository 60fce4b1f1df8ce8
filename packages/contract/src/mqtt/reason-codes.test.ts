import { expect, test } from 'vitest'
import { mqtt3ReturnCodes, mqtt5ReasonCodes, reasonOf } from './reason-codes.ts'

test("the names are those of EMQX's responses", () => {
  expect(mqtt5ReasonCodes[16]?.name).toBe('no_matching_subscribers')
  expect(mqtt5ReasonCodes[144]?.name).toBe('topic_name_invalid')
  expect(mqtt3ReturnCodes[5]?.name).toBe('unauthorized_client')
})

test('MQTT 3 has the 6 return codes of CONNACK, MQTT 5 the 43 codes of 2.4', () => {
  expect(Object.keys(mqtt3ReturnCodes)).toHaveLength(6)
  expect(Object.keys(mqtt5ReasonCodes)).toHaveLength(43)
})

test('a code has other meanings in other versions and packets', () => {
  expect(reasonOf(4, 5)?.en).toBe('Not authorized')
  expect(reasonOf(5, 0x87)?.en).toBe('Not authorized')
  expect(reasonOf(5, 0, 'disconnect')?.name).toBe('normal_disconnection')
  expect(reasonOf(5, 0, 'suback')?.name).toBe('granted_qos0')
  expect(reasonOf(4, 1, 'suback')?.name).toBe('granted_qos1')
  expect(reasonOf(4, 128, 'suback')?.name).toBe('failure')
  expect(reasonOf(5, 128, 'suback')?.name).toBe('unspecified_error')
  expect(reasonOf(5, 3)).toBeUndefined()
})
