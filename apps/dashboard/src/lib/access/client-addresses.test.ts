import { describe, expect, it } from 'vitest'
import { clientAddress, firstCommands } from './client-addresses.ts'

const address = (type: string, bind: string | number, path?: string) =>
  clientAddress({ id: `${type}:default`, type, bind, path }, 'broker.example')?.url

describe('the address of a listener', () => {
  it('takes the host of the page where the listener is bound to every address', () => {
    expect(address('tcp', ':1883')).toBe('mqtt://broker.example:1883')
    expect(address('tcp', 1883)).toBe('mqtt://broker.example:1883')
    expect(address('tcp', '0.0.0.0:1883')).toBe('mqtt://broker.example:1883')
    expect(address('ssl', '[::]:8883')).toBe('mqtts://broker.example:8883')
  })
  it('takes the host of the listener where it has one', () => {
    expect(address('tcp', '127.0.0.1:1883')).toBe('mqtt://127.0.0.1:1883')
    expect(address('tcp', '[::1]:1883')).toBe('mqtt://[::1]:1883')
  })
  it('has a path for WebSocket', () => {
    expect(address('ws', ':8083')).toBe('ws://broker.example:8083/mqtt')
    expect(address('wss', ':8084', '/other')).toBe('wss://broker.example:8084/other')
  })
  it('is unknown for a port that the system chooses, and for types that are new', () => {
    expect(address('tcp', '127.0.0.1:0')).toBeUndefined()
    expect(address('udp', ':1')).toBeUndefined()
  })
})

it('writes commands for the mosquitto tools, with the authority for TLS', () => {
  const at = (type: string, bind: string) => clientAddress({ id: 'x', type, bind }, 'h')
  const tcp = at('tcp', '[::1]:1')
  const ssl = at('ssl', ':2')
  expect(tcp && firstCommands(tcp)[0]).toBe(`mosquitto_sub -h ::1 -p 1 -i first-client -t 'hello/#' -v`)
  expect(ssl && firstCommands(ssl)[1]).toBe(`mosquitto_pub -h h -p 2 --cafile ca.pem -t hello/world -m 'it works'`)
})
