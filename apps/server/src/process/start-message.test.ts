import { describe, expect, it } from 'vitest'
import { withDefaults } from '../start-options/load.ts'
import { type StartedListener, type StartedServer, startMessage } from './start-message.ts'

const listener = (type: StartedListener['type'], port: number, changes: Partial<StartedListener> = {}) => ({
  id: `${type}:default`,
  type,
  name: 'default',
  bind: { host: '127.0.0.1', port },
  boundPort: port,
  running: true,
  ...changes,
})
const withListeners = (...listeners: readonly StartedListener[]): StartedServer => ({
  urls: { dashboard: 'http://127.0.0.1:18083' },
  dashboardHost: '127.0.0.1',
  broker: { listeners: () => listeners },
  dataFolder: '/data',
  hasDefaultPassword: true,
  failures: [],
})
const server = withListeners(
  listener('tcp', 1883),
  listener('ssl', 8883, { running: false }),
  listener('ws', 8083, { websocket: { mqtt_path: '/mqtt' } }),
  listener('tcp', 11883, { id: 'tcp:extra', name: 'extra' }),
)

describe('the start message', () => {
  it('shows the listeners that run and no others', () => {
    const text = startMessage(server, withDefaults({}))
    expect(text).toMatch(/127\.0\.0\.1:1883 +MQTT\n/)
    expect(text).toMatch(/127\.0\.0\.1:8083 +MQTT over WebSocket, path \/mqtt\n/)
    expect(text).toMatch(/127\.0\.0\.1:11883 +MQTT \(tcp:extra\)\n/)
    expect(text).not.toContain('TLS')
  })

  it('reports open ports of the running listeners', () => {
    expect(startMessage(server, withDefaults({ bind: '0.0.0.0' }))).not.toContain('OPEN')
    const open = withListeners(listener('tcp', 1883, { bind: { host: undefined, port: 1883 } }))
    expect(startMessage(open, withDefaults({}))).toContain('every address of this machine: OPEN')
    expect(startMessage({ ...server, dashboardHost: '10.0.0.1' }, withDefaults({}))).toContain('10.0.0.1: OPEN')
  })

  it('shows the security profile, and how to set the first password', () => {
    expect(startMessage(server, withDefaults({}))).toContain('Security profile open')
    const hardened = startMessage(server, withDefaults({ bind: '0.0.0.0' }))
    expect(hardened).toContain('Security profile hardened')
    expect(hardened).toContain('mqdeck reset-password admin')
    expect(hardened).not.toContain('admin / public')
  })

  it('shows the default password, and no other', () => {
    expect(startMessage(server, withDefaults({}))).toContain('admin / public')
    expect(startMessage(server, withDefaults({ 'dashboard.default_password': 'hunter22' }))).not.toContain('hunter22')
    expect(startMessage({ ...server, hasDefaultPassword: false }, withDefaults({}))).not.toContain('public')
  })
})
