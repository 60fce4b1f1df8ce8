import { listenerTypes } from '@mqdeck/contract'
import { describe, expect, it } from 'vitest'
import { commonFields, effectOf } from './listener-value.ts'

const change = (path: string, after: unknown = 1) => [{ path, before: undefined, after }]

describe('the effect of a change on connected clients', () => {
  it.each([true, false])('is none for limits, certificates and options (MQDeck broker: %s)', (isMqdeck) => {
    for (const type of listenerTypes)
      for (const path of [
        'max_connections',
        'ssl_options.certfile',
        'access_rules',
        'tcp_options.nodelay',
        'mountpoint',
      ])
        expect(effectOf(type, change(path), isMqdeck), `${type} ${path}`).toBe('none')
    expect(effectOf('tcp', change('enable', true), isMqdeck)).toBe('none')
  })
  it.each([true, false])(
    'is a restart of tcp and ssl for a changed address or backlog (MQDeck broker: %s)',
    (isMqdeck) => {
      for (const type of ['tcp', 'ssl'] as const)
        for (const path of ['bind', 'tcp_options.backlog'])
          expect(effectOf(type, change(path), isMqdeck)).toBe('reopens')
    },
  )
  it('keeps clients of WebSocket listeners connected when the address changes', () => {
    expect(effectOf('ws', change('bind'), true)).toBe('moves')
    expect(effectOf('wss', change('bind'), false)).toBe('moves')
    expect(effectOf('wss', change('tcp_options.backlog'), false)).toBe('none')
  })
  it('on QUIC is a restart for MQDeck and none for EMQX', () => {
    expect(effectOf('quic', change('bind'), true)).toBe('reopens')
    expect(effectOf('quic', change('bind'), false)).toBe('moves')
  })
  it('is a stop if the listener is disabled', () => {
    expect(effectOf('ws', change('enable', false), false)).toBe('stops')
  })
})

it('keeps the input in fields that the other type also has', () => {
  const typed = {
    name: 'mine',
    bind: '1',
    ssl_options: { certfile: 'a', gc_after_handshake: true },
    websocket: { mqtt_path: '/x' },
  }
  expect(commonFields('wss', typed)).toEqual({ ...typed, ssl_options: { certfile: 'a' } })
  expect(commonFields('tcp', typed)).toEqual({ name: 'mine', bind: '1' })
})
