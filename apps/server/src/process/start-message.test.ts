import { describe, expect, it } from 'vitest'
import { withDefaults } from '../config/load.ts'
import { type StartedServer, startMessage } from './start-message.ts'

const server: StartedServer = {
  urls: { dashboard: 'http://127.0.0.1:18083' },
  ports: { dashboard: 18083, tcp: 1883, ssl: undefined, ws: 8083, wss: undefined },
  dataFolder: '/data',
  hasDefaultPassword: true,
}

describe('the start message', () => {
  it('shows the ports that listen and no others', () => {
    const text = startMessage(server, withDefaults({}))
    expect(text).toMatch(/1883 +MQTT\n/)
    expect(text).toMatch(/8083 +MQTT over WebSocket/)
    expect(text).not.toContain('TLS')
  })

  it('says loudly that the ports are open', () => {
    expect(startMessage(server, withDefaults({ bind: '0.0.0.0' }))).toContain('OPEN')
    expect(startMessage(server, withDefaults({}))).not.toContain('OPEN')
  })

  it('shows the password that everybody knows, and no other', () => {
    expect(startMessage(server, withDefaults({}))).toContain('admin / public')
    expect(startMessage(server, withDefaults({ 'dashboard.default_password': 'hunter22' }))).not.toContain('hunter22')
    expect(startMessage({ ...server, hasDefaultPassword: false }, withDefaults({}))).not.toContain('public')
  })
})
