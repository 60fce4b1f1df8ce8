import { expect, test } from 'vitest'
import { createTestChannel } from '../test-context.ts'
import { EngineClient } from './client.ts'
import { identify } from './client-info.ts'

/** Microseconds of processor time for deliveries to a client with this number of subscriptions. */
function timeOfDeliveries(subscriptions: number): number {
  const channel = createTestChannel({})
  const request = { clientId: 'c', protocolName: 'X', protocolVersion: '1' }
  const { info } = identify(channel, request, { gateway: 'x', override: undefined, mountpoint: '' })
  const filters = new Set<string>()
  const protocol = {
    deliver: (one: { readonly filters: readonly string[] }) => void filters.add(one.filters.join()),
    closed: () => {},
  }
  const client = new EngineClient(info, channel, protocol, { onMove: () => {}, onEnd: () => {} })
  client.attach(
    {} as Parameters<EngineClient['attach']>[0],
    Array.from({ length: subscriptions }, (_, index) => ({
      clientId: 'c',
      topic: `t/${index}`,
      qos: 0,
      nl: 0,
      rap: 0,
      rh: 0,
      subscriptionId: index + 1,
    })),
  )
  const message = { topic: 't/1', payload: Buffer.alloc(0), qos: 0, retain: false, dup: false, properties: {} } as const
  const origin = { id: '1', clientId: 'p', timestamp: 0 }
  const before = process.cpuUsage()
  for (let count = 0; count < 3000; count += 1)
    client.handlers.deliver({ ...message, subscriptionId: subscriptions, origin, acknowledge: () => {} })
  const { user } = process.cpuUsage(before)
  expect([...filters]).toEqual([`t/${subscriptions - 1}`])
  return user
}

test('the filter of a delivered message is found without searching all subscriptions', () => {
  timeOfDeliveries(100)
  const [few, many] = [timeOfDeliveries(2000), timeOfDeliveries(40_000)]
  expect(many).toBeLessThan(few * 4 + 50_000)
})
