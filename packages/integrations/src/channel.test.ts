import { silentLog } from '@mqdeck/kit'
import { createFakeClock, settle } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { createChannel } from './channel.ts'
import { createConnector } from './connector.ts'

test('the stop does not wait for a system that no longer responds', async () => {
  const clock = createFakeClock()
  const connector = createConnector({
    id: 'x:c',
    settings: {
      enable: true,
      description: '',
      resource_opts: { health_check_interval: 15_000, start_timeout: 5_000, start_after_created: true },
    },
    type: { connect: async () => 'connection', check: async () => {}, close: async () => {} },
    context: { clock, log: silentLog, folder: '/', node: 'n', name: 'c' },
    redact: (text) => text,
  })
  const ends: boolean[] = []
  const channel = createChannel({
    clock,
    healthInterval: 15_000,
    onChange: () => {},
    work: {
      begin: async () => {},
      check: async () => {},
      end(isLost) {
        ends.push(isLost)
        return new Promise(() => {})
      },
    },
  })
  await connector.begin()
  await channel.attach(connector)
  await channel.start()
  expect(channel.state().status).toBe('connected')
  const stopped = channel.stop()
  await settle()
  clock.advance(5_000)
  await stopped
  expect([ends, channel.state().status]).toEqual([[false], 'disconnected'])
  await connector.stop()
  expect(clock.pending()).toBe(0)
})
