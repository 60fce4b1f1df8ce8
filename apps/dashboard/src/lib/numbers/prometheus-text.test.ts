import { expect, test } from 'vitest'
import { prometheusMembers, readPrometheusText } from './prometheus-text.ts'

const text = `# TYPE emqx_rule_matched counter
emqx_rule_matched{id="r1"} 13
emqx_rule_matched{id="a\\"b"} 2
emqx_rule_failed_exception{id="r1"} 4
emqx_rules_count 2
emqx_cert_expiry_at{listener_type="ssl",listener_name="default"} 1904285225
`

test('values are grouped by a label, without the prefix of their names', () => {
  expect(prometheusMembers(text, 'emqx_rule_', 'id')).toEqual(
    new Map([
      ['r1', { matched: 13, failed_exception: 4 }],
      ['a"b', { matched: 2 }],
    ]),
  )
})

test('samples have all their labels', () => {
  expect(readPrometheusText(text, 'emqx_cert_')).toEqual([
    { name: 'emqx_cert_expiry_at', labels: { listener_type: 'ssl', listener_name: 'default' }, value: 1904285225 },
  ])
})
