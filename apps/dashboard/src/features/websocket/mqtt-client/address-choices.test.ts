import type { ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { addressChoices, choiceOf, parseAddress } from './address-choices.ts'

// Fields of the API that are needed here.
const listeners = [
  { id: 'tcp:default', type: 'tcp', bind: '0.0.0.0:1883', enable: true },
  { id: 'ws:default', type: 'ws', bind: '0.0.0.0:8083', enable: true, status: { running: true } },
  { id: 'wss:inner', type: 'wss', bind: '10.0.0.1:8084', enable: false },
] as unknown as readonly ListenerSummary[]
const settings = new Map([['ws:default', { websocket: { mqtt_path: '/own' } }]]) as unknown as ReadonlyMap<
  string,
  ListenerInfo
>

test('WebSocket listeners are offered with the host of the page or their own, and with their path', () => {
  expect(addressChoices(listeners, settings, 'page.example')).toEqual([
    {
      key: 'ws:default',
      listener: 'ws:default',
      isProxied: false,
      isRunning: true,
      address: { scheme: 'ws', host: 'page.example', port: 8083, path: '/own' },
    },
    {
      key: 'wss:inner',
      listener: 'wss:inner',
      isProxied: false,
      isRunning: false,
      address: { scheme: 'wss', host: '10.0.0.1', port: 8084, path: '/mqtt' },
    },
  ])
})

test('each listener is also offered through a server that proxies WebSockets', () => {
  const choices = addressChoices(listeners, settings, 'h', ({ id, path }) =>
    id === 'ws:default' ? `wss://h/base/mqdeck/ws/${id}${path}` : undefined,
  )
  expect(choices.map(({ key }) => key)).toEqual(['ws:default', 'via ws:default', 'wss:inner'])
  const through = choices[1]?.address
  expect(through).toEqual({ scheme: 'wss', host: 'h', port: 443, path: '/base/mqdeck/ws/ws:default/own' })
  expect(through && choiceOf(choices, through)?.key).toBe('via ws:default')
  expect(choiceOf(choices, { scheme: 'ws', host: 'h', port: 1, path: '/' })).toBeUndefined()
})

test('an address is parsed', () => {
  expect(parseAddress('ws://[::1]:8083/mqtt?a=1')).toEqual({
    scheme: 'ws',
    host: '[::1]',
    port: 8083,
    path: '/mqtt?a=1',
  })
  expect(parseAddress('http://h')).toBeUndefined()
  expect(parseAddress('x')).toBeUndefined()
})
