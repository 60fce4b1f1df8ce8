import { traceName } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { conditionOf, traceNameFor } from './condition.ts'

const at = new Date(2026, 10, 22, 2, 15, 0)

test.each([
  ['clientid', 'dev-a', 'client_dev_a_20261122_021500'],
  ['topic', '$SYS/+/t/#', 'topic_SYS_t_20261122_021500'],
  ['ip_address', '::1', 'ip_1_20261122_021500'],
  ['ruleid', '规则', 'rule_20261122_021500'],
] as const)('the name for a trace of %s %s is valid', (type, value, name) => {
  expect(traceNameFor({ type, value }, at)).toBe(name)
  expect(name).toMatch(traceName)
})

test('a long client ID is shortened in the name', () => {
  const name = traceNameFor({ type: 'clientid', value: 'x'.repeat(1000) }, at)
  expect(name).toBe(`client_${'x'.repeat(60)}_20261122_021500`)
})

test('the condition is read from the field named by the type', () => {
  const trace = {
    name: 'a',
    type: 'topic',
    topic: 't/#',
    payload_encode: 'text',
    formatter: 'json',
    status: 'running',
    start_at: '',
    end_at: '',
    log_size: {},
  } as const
  expect(conditionOf(trace)).toEqual({ type: 'topic', value: 't/#' })
})
