import { expect, test } from 'vitest'
import { isUnreachable, toInvitations } from './invitations.ts'

test('invitations of all states are one list, the newest first', () => {
  const rows = toInvitations({
    in_progress: [{ node: 'c@h', started_at: '2026-01-01T00:02:00.000+00:00' }],
    succeed: [
      { node: 'a@h', started_at: '2026-01-01T02:01:00.000+02:00', finished_at: '2026-01-01T00:01:09.000+00:00' },
    ],
    failed: [
      {
        node: 'b@h',
        started_at: '2026-01-01T00:03:00.000+00:00',
        finished_at: 'x',
        reason: '{error,{badrpc,nodedown}}',
      },
    ],
  })
  expect(rows.map(({ node, outcome }) => [node, outcome])).toEqual([
    ['b@h', 'failed'],
    ['c@h', 'in_progress'],
    ['a@h', 'succeed'],
  ])
  expect(rows[1]?.finishedAt).toBeUndefined()
})

test('an unreachable node is distinguished from other errors', () => {
  expect(isUnreachable('{error,{badrpc,nodedown}}')).toBe(true)
  expect(isUnreachable('{error,{incompatible_version,"5.7"}}')).toBe(false)
})
