import type { RuleStep } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { groupRuns } from './group-runs.ts'

let position = 0
const step = (run: number, event: string, more: Partial<RuleStep> = {}): RuleStep => ({
  position: ++position,
  run,
  triggered_at: run * 1000,
  at: run * 1000,
  event,
  ...more,
})
const activated = (run: number) =>
  step(run, 'rule_activated', { data: '{"event":"message.publish","topic":"t/1"}', clientid: 'c' })
const verdictsOf = (...steps: readonly RuleStep[]) => groupRuns(steps).map(({ verdict }) => verdict)

describe('the runs of a rule', () => {
  test('are steps with the same number, newest first, with what set them off', () => {
    const runs = groupRuns([activated(1), activated(2), step(1, 'SQL_yielded_result')])
    expect(runs.map(({ id, cause, clientid, parts }) => [id, cause, clientid, parts[0]?.steps.length])).toEqual([
      [2, 't/1', 'c', 1],
      [1, 't/1', 'c', 2],
    ])
  })

  test('are as good as the worst of their parts', () => {
    const a = { target: 'http:a' }
    expect(verdictsOf(activated(1), step(1, 'SQL_yielded_no_result'))).toEqual(['noResult'])
    expect(verdictsOf(activated(1), step(1, 'action_template_rendered', a))).toEqual(['pending'])
    expect(verdictsOf(activated(1), step(1, 'action_success', a))).toEqual(['done'])
    expect(
      verdictsOf(activated(1), step(1, 'action_success', a), step(1, 'out_of_service', { target: 'http:b' })),
    ).toEqual(['failed'])
    expect(verdictsOf(activated(1), step(1, 'WHERE_clause_exception', { reason: 'x' }))).toEqual(['failed'])
  })

  test('that stopped after their templates, as they were asked to, are done', () => {
    const stopped = step(1, 'action_stopped_after_template_rendering', { target: 'http:a', reason: 'stopped' })
    expect(verdictsOf(activated(1), stopped)).toEqual(['done'])
  })

  test('have the rule first, and no cause where what came in was cut off', () => {
    const [run] = groupRuns([
      step(1, 'action_success', { target: 'console' }),
      step(1, 'rule_activated', { data: '{"event":"mess' }),
    ])
    expect(run?.parts.map(({ target }) => target)).toEqual([undefined, 'console'])
    expect(run?.cause).toBeUndefined()
  })
})
