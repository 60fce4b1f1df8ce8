import { listenerTypes } from '@mqdeck/contract'
import { describe, expect, it } from 'vitest'
import { commonFields, effectOf } from './listener-value.ts'

const change = (path: string, after: unknown = 1) => [{ path, before: undefined, after }]

describe('the effect of a change on connected clients', () => {
  it.each([true, false])('is none for limits, certificates and options (own broker: %s)', (isOwn) => {
    for (const type of listenerTypes)
      for (const path of [
        'max_connections',
        'ssl_options.certfile',
        'access_rules',
        'tcp_options.nodelay',
        'mountpoint',
      ])
        expect(effectOf(type, change(path), isOwn), `${type} ${path}`).toBe('none')
    expect(effectOf('tcp', change('enable', true), isOwn)).toBe('none')
  })
  it.each([true, false])('is a restart of tcp and ssl for another address or backlog (own broker: %s)', (isOwn) => {
    for (const type of ['tcp', 'ssl'] as const)
      for (const path of ['bind', 'tcp_options.backlog']) expect(effectOf(type, change(path), isOwn)).toBe('reopens')
  })
  it('leaves the clients of WebSocket listeners connected when the address changes', () => {
    expect(effectOf('ws', change('bind'), true)).toBe('moves')
    expect(effectOf('wss', change('bind'), false)).toBe('moves')
    expect(effectOf('wss', change('tcp_options.backlog'), false)).toBe('none')
  })
  it('of QUIC is a restart on our broker and none on EMQX', () => {
    expect(effectOf('quic', change('bind'), true)).toBe('reopens')
    expect(effectOf('quic', change('bind'), false)).toBe('moves')
  })
  it('is a stop when it is disabled', () => {
    expect(effectOf('ws', change('enable', false), false)).toBe('stops')
  })
})

it('keeps of what was typed in what the other type has, too', () => {
  const typed = {
    name: 'mine',
    bind: '1',
    ssl_options: { certfile: 'a', gc_after_handshake: true },
    websocket: { mqtt_path: '/x' },
  }
  expect(commonFields('wss', typed)).toEqual({ ...typed, ssl_options: { certfile: 'a' } })
  expect(commonFields('tcp', typed)).toEqual({ name: 'mine', bind: '1' })
})
