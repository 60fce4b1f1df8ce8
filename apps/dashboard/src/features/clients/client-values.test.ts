import { expect, test } from 'vitest'
import { createFormat } from '../../i18n/index.ts'
import { addressText, expiryText, keepAliveText, limitOf, protocolText } from './client-values.ts'

const format = createFormat('en', 'UTC')
const texts = { neverExpires: 'Never', onDisconnect: 'On disconnect' }

test('a session expires after its interval, on disconnect or never [MQTT-3.1.2-23]', () => {
  expect(expiryText(7200, format, texts)).toBe('2 h')
  expect(expiryText(0, format, texts)).toBe('On disconnect')
  expect(expiryText(4_294_967_295, format, texts)).toBe('Never')
  expect(expiryText(undefined, format, texts)).toBe('–')
})

test('a keep alive of 0 is off', () => {
  expect(keepAliveText(0, format, 'Off')).toBe('Off')
  expect(keepAliveText(90, format, 'Off')).toBe('1 min 30 s')
})

test('infinity and 0 mean no limit', () => {
  expect([limitOf('infinity'), limitOf(0), limitOf(undefined), limitOf(32)]).toEqual([
    undefined,
    undefined,
    undefined,
    32,
  ])
})

test.each([
  ['MQTT', 5, 'MQTT 5.0'],
  ['MQTT', 4, 'MQTT 3.1.1'],
  ['MQIsdp', 3, 'MQTT 3.1'],
  ['MQTT', 6, 'MQTT 6'],
  ['STOMP', '1.2', 'STOMP 1.2'],
  [undefined, 5, undefined],
])('protocol %s, version %s is written as %s', (name, version, text) => {
  expect(protocolText(name, version)).toBe(text)
})

test('an IPv6 address with a port is in brackets', () => {
  expect(addressText('::1', 1883)).toBe('[::1]:1883')
  expect(addressText('127.0.0.1', 1883)).toBe('127.0.0.1:1883')
  expect(addressText('127.0.0.1', undefined)).toBe('127.0.0.1')
})
