import { describe, expect, test } from 'vitest'
import { groupRuns } from './group-runs.ts'
import { createTraceParser } from './trace-parser.ts'

const line = (msg: string, meta: object) =>
  JSON.stringify({ time: '2026-11-21T07:57:36.565923+00:00', msg, meta: { rule_id: 'r1', ...meta }, level: 'debug' })
const http = { action_info: { type: 'http', name: 'a' } }

const stepsOf = (...lines: readonly string[]) => {
  const steps = createTraceParser()
  return lines.flatMap((one) => steps.take('n1', one))
}

describe('the lines of a rule’s trace', () => {
  test('are steps of the run that they name, of the rule or of an action', () => {
    const run = { rule_trigger_ts: [1000], clientid: 'c1' }
    const steps = stepsOf(
      line('rule_activated', { ...run, input: { event: 'message.publish', topic: 't/1' } }),
      line('SQL_yielded_result', { ...run, result: { n: 1 } }),
      line('action_template_rendered', {
        ...run,
        result: { topic: 'out' },
        action_info: { func: 'republish', args: { topic: 'out/1' } },
      }),
      line('action_success', { ...run, ...http, result: 'ok' }),
      line('action_success', { ...run, action_info: { func: 'console', args: {} } }),
    )
    expect(steps.map(({ position, run: id, target }) => [position, id, target])).toEqual([
      [1, 1, undefined],
      [2, 1, undefined],
      [3, 1, 'republish:out/1'],
      [4, 1, 'http:a'],
      [5, 1, 'console'],
    ])
    expect(steps[0]).toMatchObject({ triggered_at: 1000, at: 1_795_247_856_565, clientid: 'c1' })
    expect(groupRuns(steps)[0]).toMatchObject({ cause: 't/1', clientid: 'c1', verdict: 'pending' })
  })

  test('keep long integers and line breaks as the broker wrote them', () => {
    const [step] = stepsOf(
      '{"time":"2026-11-21T07:57:36.5+00:00","msg":"rule_activated","meta":{"rule_trigger_ts":[1],"input":{"payload":"a\\nb","n":12345678901234567890}}}',
    )
    expect(step?.data).toBe('{"payload":"a\\nb","n":12345678901234567890}')
  })

  test('without a result are skipped, and so are invalid lines', () => {
    const run = { rule_trigger_ts: [1] }
    expect(
      stepsOf(
        line('bridge_action', { ...run, ...http }),
        line('republish_message', { ...run, ...http }),
        line('publish_to', run),
        line('connector_started', run),
        '',
        '"half a li',
        'null',
        '{"msg":"rule_activated"}',
      ),
    ).toEqual([])
  })

  test('of a batch become a step of each run in the batch', () => {
    const steps = stepsOf(
      line('rule_activated', { rule_trigger_ts: [1], clientid: 'a', input: {} }),
      line('rule_activated', { rule_trigger_ts: [2], clientid: 'b', input: {} }),
      line('action_success', { rule_trigger_ts: [1, 2], client_ids: ['a', 'b'], ...http }),
    )
    expect(steps.map(({ run, event }) => [run, event])).toEqual([
      [1, 'rule_activated'],
      [2, 'rule_activated'],
      [1, 'action_success'],
      [2, 'action_success'],
    ])
  })

  test('of runs that started in the same millisecond are separated by client and by their earlier steps', () => {
    const at = { rule_trigger_ts: [1] }
    const steps = stepsOf(
      line('rule_activated', { ...at, clientid: 'a', input: {} }),
      line('rule_activated', { ...at, clientid: 'b', input: {} }),
      line('SQL_yielded_result', { ...at, clientid: 'b', result: {} }),
      line('SQL_yielded_result', { ...at, clientid: 'a', result: {} }),
      line('rule_activated', { ...at, clientid: 'a', input: {} }),
      line('SQL_yielded_no_result', { ...at, clientid: 'a' }),
      line('action_success', { rule_trigger_ts: [1, 1], ...http }),
    )
    expect(steps.map(({ run }) => run)).toEqual([1, 2, 2, 1, 3, 1, 1, 2])
  })

  test('have a reason for each failure, also if it is not a text, and a failed try that is retried is pending', () => {
    const run = { rule_trigger_ts: [1], ...http }
    const [failed, retried] = stepsOf(
      line('action_failed', { ...run, reason: { error: 'econnrefused' } }),
      line('action_retried', { ...run, cause: 'timeout' }),
    )
    expect([failed?.reason, retried?.reason]).toEqual(['{"error":"econnrefused"}', 'timeout'])
    expect(groupRuns(retried ? [retried] : [])[0]?.verdict).toBe('pending')
  })

  test('of two nodes are never one run', () => {
    const steps = createTraceParser()
    const one = line('rule_activated', { rule_trigger_ts: [1], input: {} })
    const two = line('SQL_yielded_result', { rule_trigger_ts: [1], result: {} })
    expect([steps.take('n1', one), steps.take('n2', two)].flat().map(({ run }) => run)).toEqual([1, 2])
  })
})
