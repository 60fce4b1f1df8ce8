import { traceName } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { conditionOf, nameFor } from './condition.ts'

const at = new Date(2026, 10, 22, 2, 15, 0)

test.each([
  ['clientid', 'dev-a', 'client_dev_a_20261122_021500'],
  ['topic', '$SYS/+/t/#', 'topic_SYS_t_20261122_021500'],
  ['ip_address', '::1', 'ip_1_20261122_021500'],
  ['ruleid', '规则', 'rule_20261122_021500'],
] as const)('a trace of the %s %s has a name that every broker takes', (type, value, name) => {
  expect(nameFor({ type, value }, at)).toBe(name)
  expect(name).toMatch(traceName)
})

test('a long client ID is shortened in it', () => {
  const name = nameFor({ type: 'clientid', value: 'x'.repeat(1000) }, at)
  expect(name).toBe(`client_${'x'.repeat(60)}_20261122_021500`)
})

test('what a trace looks at stands in the field that its type names', () => {
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
