import { describe, expect, it } from 'vitest'
import { dropsClients, fittingFor } from './listener-value.ts'

const change = (path: string, after: unknown = 1) => [{ path, before: undefined, after }]

describe('who is disconnected by a change', () => {
  it('is nobody on our own broker, but where the door itself changes', () => {
    expect(dropsClients('tcp', change('max_connections'), true)).toBe(false)
    expect(dropsClients('ssl', change('ssl_options.certfile'), true)).toBe(false)
    expect(dropsClients('tcp', change('bind'), true)).toBe(true)
    expect(dropsClients('tcp', change('tcp_options.backlog'), true)).toBe(true)
    expect(dropsClients('tcp', change('enable', false), true)).toBe(true)
    expect(dropsClients('tcp', change('enable', true), true)).toBe(false)
  })
  it('is everybody with every change of EMQX, and of QUIC', () => {
    expect(dropsClients('tcp', change('max_connections'), false)).toBe(true)
    expect(dropsClients('quic', change('max_connections'), true)).toBe(true)
    expect(dropsClients('tcp', [], false)).toBe(false)
  })
})

it('keeps of what was typed in what the other type has, too', () => {
  const typed = {
    name: 'mine',
    bind: '1',
    ssl_options: { certfile: 'a', gc_after_handshake: true },
    websocket: { mqtt_path: '/x' },
  }
  expect(fittingFor('wss', typed)).toEqual({ ...typed, ssl_options: { certfile: 'a' } })
  expect(fittingFor('tcp', typed)).toEqual({ name: 'mine', bind: '1' })
})
