import { defaultsOf, openTelemetry, toPlain } from '@mqdeck/contract'
import { createTempStore, type TempStore } from '@mqdeck/testkit'
import { afterEach, expect, test } from 'vitest'
import { createSampling } from './sampling.ts'
import { openTraceLists } from './trace-lists.ts'

let opened: TempStore | undefined
afterEach(() => opened?.remove())

const defaults = toPlain(openTelemetry, defaultsOf(openTelemetry)).traces.filter.e2e_tracing_options

async function create(changes: Partial<typeof defaults> = {}) {
  opened = await createTempStore()
  const lists = openTraceLists(opened.store)
  return { lists, sampling: createSampling({ ...defaults, ...changes }, lists) }
}

const parent = (lower: string) => ({ traceId: `0af7651916cd43dd${lower}`, spanId: 'b7ad6b7169203331', traceFlags: 1 })

test('all events of a listed client are traced regardless of other settings', async () => {
  const { lists, sampling } = await create({ sample_ratio: 0 })
  await lists.replace('clientid', ['b', 'a', 'b'])
  expect(lists.list('clientid')).toEqual(['a', 'b'])
  expect(sampling.hasEvent('client_messaging', 'a', undefined)).toBe(true)
  expect(sampling.hasEvent('client_messaging', 'c', undefined)).toBe(false)
})

test('topics match by filter, system topics only without a leading wildcard [MQTT-4.7.2-1]', async () => {
  const { lists, sampling } = await create()
  await lists.replace('topic', ['a/+/c', '#'])
  expect(sampling.hasTopic('a/b/c')).toBe(true)
  expect(sampling.hasTopic('$SYS/x')).toBe(false)
})

test('all parts of one trace are sampled or none, by the lower half of its ID', async () => {
  const { sampling } = await create({ sample_ratio: 0.5, client_messaging: true })
  const has = (lower: string) => sampling.hasEvent('client_messaging', 'x', parent(lower))
  expect([has('7fffffffffffffff'), has('8000000000000000')]).toEqual([true, false])
  expect(sampling.hasEvent('client_connect_disconnect', 'x', parent('0000000000000001'))).toBe(false)
})
