import { expect, test } from 'vitest'
import { checkWho, toWho } from './check-who.ts'

test.each([
  ['clientid', ' any thing ', undefined],
  ['clientid', '', 'missing'],
  ['clientid_re', '(', undefined],
  ['peerhost', '10.0.0.1', undefined],
  ['peerhost', '::1', undefined],
  ['peerhost', '10.0.0', 'notAnAddress'],
  ['peerhost_net', '10.0.0.0/8', undefined],
  ['peerhost_net', 'fd00::/128', undefined],
  ['peerhost_net', '10.0.0.0/33', 'notANetwork'],
  ['peerhost_net', '10.0.0.0', 'notANetwork'],
  ['peerhost_net', '10.0.0.0/8/8', 'notANetwork'],
  ['peerhost_net', '10.0.0.0/ 8', 'notANetwork'],
] as const)('a ban by %s of %j: %s', (kind, who, fault) => {
  expect(checkWho(kind, who)).toBe(fault)
})

test('blanks are cut off addresses, not off ids', () => {
  expect(toWho('peerhost', ' ::1 ')).toBe('::1')
  expect(toWho('clientid', ' a ')).toBe(' a ')
})
