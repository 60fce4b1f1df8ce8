import { createHooks, type Message } from '@mqdeck/broker'
import { silentLog, systemClock } from '@mqdeck/kit'
import type { ValueMap } from '@mqdeck/kit/json'
import { somePublication } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createLocalActions } from './local-actions.ts'

function setUp() {
  const hooks = createHooks(silentLog)
  const sent: (readonly [action: string, data: ValueMap, key: string | undefined])[] = []
  const { update } = createLocalActions({
    node: 'n@h',
    hooks,
    clock: systemClock,
    client: () => undefined,
    send: (action, data, { key }) => void sent.push([action, data, key]),
  })
  return {
    hooks,
    update,
    sent,
    publish: (topic: string) => hooks.runFold('message.publish', messageOn(topic), [somePublication]),
  }
}

const messageOn = (topic: string): Message => ({
  id: 'm',
  topic,
  payload: Buffer.from('x'),
  qos: 1,
  retain: false,
  dup: false,
  properties: {},
  timestamp: 1_700_000_000_000,
  expiresAt: Number.POSITIVE_INFINITY,
  from: { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' },
})

test('each action gets the columns of message.publish once for matching topics', async () => {
  const { update, sent, publish } = setUp()
  update([
    { action: 'mqtt:a', filter: 't/#' },
    { action: 'mqtt:b', filter: 't/+' },
    { action: 'mqtt:c', filter: 'u' },
  ])
  await publish('t/1')
  expect(sent.map(([action, , key]) => [action, key])).toEqual([
    ['mqtt:a', 'c'],
    ['mqtt:b', 'c'],
  ])
  expect(sent[0]?.[1]).toMatchObject({ event: 'message.publish', topic: 't/1', clientid: 'c', qos: 1n, node: 'n@h' })
})

test('no hook is registered while no action has a topic', () => {
  const { hooks, update } = setUp()
  expect(hooks.has('message.publish')).toBe(false)
  update([{ action: 'mqtt:a', filter: 't/#' }])
  expect([hooks.caresFor('message.publish', 't/1'), hooks.caresFor('message.publish', 'u')]).toEqual([true, false])
  update([])
  expect(hooks.has('message.publish')).toBe(false)
})

test('$SYS messages and messages that were stopped before are not sent to actions', async () => {
  const { hooks, update, sent, publish } = setUp()
  update([
    { action: 'mqtt:a', filter: '$SYS/#' },
    { action: 'mqtt:a', filter: '#' },
  ])
  await publish('$SYS/brokers')
  hooks.fold('message.publish', () => undefined, { priority: -900 })
  await publish('t')
  expect(sent).toEqual([])
})
