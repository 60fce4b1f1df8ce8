import { parseAccessRule } from '@mqdeck/contract'
import { measureProcessorTime } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { createAccessCheck } from './access-rules.ts'

const check = (...rules: readonly string[]) => createAccessCheck(rules.flatMap((rule) => parseAccessRule(rule) ?? []))

test.each([
  [['allow all'], '1.2.3.4', true],
  [['deny all'], '1.2.3.4', false],
  [['deny 10.0.0.0/8', 'allow all'], '10.1.2.3', false],
  [['deny 10.0.0.0/8', 'allow all'], '11.1.2.3', true],
  [['allow 10.1.0.0/16', 'deny 10.0.0.0/8'], '10.1.2.3', true],
  [['allow 10.1.0.0/16', 'deny 10.0.0.0/8'], '10.2.2.3', false],
  [['allow 10.1.0.0/16', 'deny 10.0.0.0/8'], '192.168.0.1', true],
  [['deny 127.0.0.1'], '127.0.0.1', false],
  [['deny 127.0.0.1'], '127.0.0.2', true],
  [['deny 2001:db8::/32'], '2001:db8::1', false],
  [['deny 2001:db8::/32'], '2001:db9::1', true],
  [['deny ::1'], '::1', false],
  [['deny ::ffff:127.0.0.1'], '127.0.0.1', false],
  [['deny ::ffff:127.0.0.0/104'], '127.0.0.1', false],
  [['deny ::ffff:127.0.0.0/104'], '128.0.0.1', true],
  [['deny 0.0.0.0/0'], '::1', true],
  [['deny ::/0'], '1.2.3.4', true],
  [[], '1.2.3.4', true],
  [['deny 10.0.0.0/8', 'deny ::1', 'allow all', 'deny all'], '10.1.2.3', false],
  [['deny 10.0.0.0/8', 'deny ::1', 'allow all', 'deny all'], '::1', false],
  [['deny 10.0.0.0/8', 'deny ::1', 'allow all', 'deny all'], '1.2.3.4', true],
])('the first rule of %j that matches %s decides: %s', (rules, address, allowed) => {
  expect(check(...rules)(address)).toBe(allowed)
})

test('a check against thousands of rules is fast', () => {
  const rules = Array.from({ length: 10_000 }, (_, index) => `deny 10.${index >> 8}.${index & 255}.0/24`)
  const isAllowed = check(...rules, 'allow all')
  expect([isAllowed('10.39.15.1'), isAllowed('10.39.16.1')]).toEqual([false, true])
  const used = measureProcessorTime()
  for (let count = 0; count < 100; count += 1) isAllowed('11.0.0.1')
  expect(used() / 100).toBeLessThan(5)
})
