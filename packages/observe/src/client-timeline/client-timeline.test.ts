import { createFakeClock } from '@mqdeck/testkit'
import { someClient } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createFakeHooks } from '../fake-broker.ts'
import { createClientTimeline } from './client-timeline.ts'

test('long texts of clients are truncated, but long client IDs are still distinguished', () => {
  const hooks = createFakeHooks()
  const timeline = createClientTimeline({ hooks, clock: createFakeClock() })
  timeline.start()
  const long = 'x'.repeat(60_000)
  const client = (clientId: string) => ({ ...someClient, clientId })
  const action = { type: 'publish', topic: long, qos: 0, retain: false } as const
  hooks.run('client.check_authz_complete', client(`${long}1`), action, 'deny', 'file')
  hooks.run('client.check_authz_complete', client(`${long}2`), action, 'deny', 'file')
  const { entries } = timeline.read(`${long}1`)
  expect(entries).toMatchObject([{ event: 'denied', topic: `${'x'.repeat(256)}...`, count: 1 }])
  expect(timeline.read(`${long}3`).entries).toEqual([])
})
