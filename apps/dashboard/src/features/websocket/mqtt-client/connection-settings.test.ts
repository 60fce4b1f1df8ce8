import { expect, test } from 'vitest'
import { addressOf, type ConnectionSettings, faultsOf, newSettings, toClientOptions } from './connection-settings.ts'

const fresh = newSettings({ protocol: 'http:', hostname: 'broker.example' })
const settings = (changes: Partial<ConnectionSettings>): ConnectionSettings => ({
  ...fresh,
  clientId: 'desk',
  ...changes,
})

test('a new connection uses the host of the page, and TLS on an https page', () => {
  expect(addressOf(fresh)).toBe('ws://broker.example:8083/mqtt')
  expect(addressOf(newSettings({ protocol: 'https:', hostname: '[::1]' }))).toBe('wss://[::1]:8084/mqtt')
  expect(addressOf(settings({ host: '::1', port: undefined, path: '/' }))).toBe('ws://[::1]/')
  expect(fresh.clientId).toMatch(/^mqdeck_[a-z0-9]{8}$/)
  expect(faultsOf(fresh)).toBeUndefined()
})

test('empty settings are not sent', () => {
  expect(toClientOptions(settings({}))).toEqual({
    protocolVersion: 5,
    clientId: 'desk',
    clean: true,
    keepalive: 60,
    connectTimeout: 5000,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    autoAssignTopicAlias: false,
    properties: {},
  })
})

test('all MQTT 5 properties are sent in CONNECT', () => {
  const options = toClientOptions(
    settings({
      neverExpires: true,
      receiveMaximum: 10,
      maximumPacketSize: 1000,
      topicAliasMaximum: 5,
      autoTopicAlias: true,
      requestResponse: true,
      requestProblem: false,
      authMethod: 'm',
      authData: 'd',
      userProperties: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
        { name: '', value: 'x' },
      ],
      will: {
        ...fresh.will,
        enabled: true,
        topic: 'w',
        payload: 'gone',
        qos: '1',
        retain: true,
        delay: 5,
        expiry: 6,
        isUtf8: true,
        contentType: 'text/plain',
        responseTopic: 'r',
        correlation: 'c',
        userProperties: [{ name: 'b', value: '3' }],
      },
    }),
  )
  expect(options.properties).toEqual({
    sessionExpiryInterval: 4_294_967_295,
    receiveMaximum: 10,
    maximumPacketSize: 1000,
    topicAliasMaximum: 5,
    requestResponseInformation: true,
    requestProblemInformation: false,
    authenticationMethod: 'm',
    authenticationData: 'd',
    userProperties: { a: ['1', '2'] },
  })
  expect(options.will).toEqual({
    topic: 'w',
    payload: 'gone',
    qos: 1,
    retain: true,
    properties: {
      willDelayInterval: 5,
      messageExpiryInterval: 6,
      payloadFormatIndicator: true,
      contentType: 'text/plain',
      responseTopic: 'r',
      correlationData: 'c',
      userProperties: { b: '3' },
    },
  })
})

test('MQTT 3 has no properties', () => {
  const options = toClientOptions(settings({ version: '4', sessionExpiry: 5, authMethod: 'm' }))
  expect(options.properties).toBeUndefined()
  expect(options.protocolVersion).toBe(4)
  expect(toClientOptions(settings({ version: '3' })).protocolId).toBe('MQIsdp')
})

test('all faults are reported together', () => {
  const faults = faultsOf(
    settings({
      host: 'a b',
      port: 70_000,
      path: 'mqtt',
      keepAlive: undefined,
      receiveMaximum: 0,
      authData: 'd',
      will: { ...fresh.will, enabled: true, topic: 'a/#', delay: -1 },
    }),
  )
  expect(faults).toEqual({
    host: true,
    port: true,
    path: true,
    numbers: new Set(['keepAlive', 'receiveMaximum', 'delay']),
    willTopic: 'wildcard',
    authMethod: true,
  })
})

test('MQTT 3 requires a client ID without clean session [MQTT-3.1.3-8]', () => {
  expect(faultsOf(settings({ version: '4', clientId: '', clean: false }))?.clientId).toBe(true)
  expect(faultsOf(settings({ version: '4', clientId: '' }))).toBeUndefined()
  expect(faultsOf(settings({ clientId: '', clean: false }))).toBeUndefined()
})
