import { expect, test } from 'vitest'
import { createReportOrder, type LifeEvent } from './report-order.ts'

async function reported(...events: readonly (LifeEvent | `other ${string}` | 'client.disconnected takenover')[]) {
  const order = createReportOrder()
  const log: string[] = []
  for (const name of events) {
    const send = () => void log.push(name)
    const [event = '', reason] = name.split(' ')
    if (event === 'other') order.other('c', send)
    else order.life('c', event as LifeEvent, reason, send) // one of the names above
  }
  await Promise.resolve()
  return log
}

test('a new session is created, connected and acknowledged', async () => {
  expect(await reported('client.connack', 'session.created', 'client.connected')).toEqual([
    'session.created',
    'client.connected',
    'client.connack',
  ])
})

test('a session is resumed before its previous connection ends', async () => {
  const events = [
    'client.disconnected takenover',
    'session.takenover',
    'session.resumed',
    'client.connack',
    'client.connected',
  ] as const
  expect(await reported(...events, 'other delivered')).toEqual([
    'session.resumed',
    'client.disconnected takenover',
    'session.takenover',
    'client.connected',
    'client.connack',
    'other delivered',
  ])
})

test('a session is discarded after the new one is created', async () => {
  expect(await reported('client.disconnected', 'session.discarded', 'session.created')).toEqual([
    'client.disconnected',
    'session.created',
    'session.discarded',
  ])
})

test('the end of a connection stays after what happened before', async () => {
  expect(await reported('other subscribed', 'client.disconnected', 'other terminated')).toEqual([
    'other subscribed',
    'client.disconnected',
    'other terminated',
  ])
})

test('clients do not wait for each other, and a question flushes what is held back', () => {
  const order = createReportOrder()
  const log: string[] = []
  order.life('a', 'client.connected', undefined, () => log.push('a'))
  order.other('b', () => log.push('b'))
  expect(log).toEqual(['b'])
  expect(order.holds('a', 'client.connected')).toBe(true)
  order.flush('a')
  expect(log).toEqual(['b', 'a'])
})
