import { describe, expect, test } from 'vitest'
import { functionsByName } from '../functions/index.ts'
import { prepareSql } from './compile.ts'
import { columnsOf, outcome, run } from './test-helpers.ts'

describe('A rule', () => {
  test('reads no column that it does not name', () => {
    const compiled = prepareSql('select topic from t where qos = 1', functionsByName)
    if (compiled.kind === 'refused') throw new Error('refused')
    const asked: string[] = []
    const get = (name: string) => {
      asked.push(name)
      return 1n
    }
    const decodedPayload = () => {
      throw new Error('decoded')
    }
    const environment = { now: () => 0, variable: () => undefined, store: new Map() }
    expect(compiled.rule.run({ get, names: ['payload'], decodedPayload }, environment)).toMatchObject({
      kind: 'matched',
    })
    expect(asked).toEqual(['topic', 'qos'])
  })

  test('keeps keys that mean something to JavaScript apart from its prototypes', () => {
    const columns = columnsOf('{"payload":"{\\"__proto__\\":{\\"polluted\\":1},\\"x\\":1}"}')
    const sql =
      'select payload.__proto__ as __proto__, payload.__proto__.polluted as p, polluted, 1 as a.__proto__.b from t'
    const result = run(sql, columns)
    expect(outcome(sql, columns)).toBe(
      '{"__proto__":{"polluted":1},"p":1,"polluted":"undefined","a":{"__proto__":{"b":1}}}',
    )
    expect(result.kind === 'matched' && Object.getPrototypeOf(result.outputs[0])).toBe(Object.prototype)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each([
    ['select nope(1) from t', 1, 8, 'Unknown function nope'],
    ['select 1,\n  UPPER(a) from t', 2, 3, 'Unknown function UPPER. Did you mean upper?'],
    ['select upper() from t', 1, 8, 'upper needs 1 argument, but has 0'],
    ['select a from t where lower(a, b) = 1', 1, 23, 'lower needs 1 argument, but has 2'],
    ['select a from t where', 1, 22, 'Expected an expression, found the end of the statement'],
    ['select [1..60000], [1..60000] from t', 1, 20, 'The ranges of the statement have more than 100000 numbers'],
  ])('is refused for %j', (sql, line, column, message) => {
    const compiled = prepareSql(sql, functionsByName)
    expect(compiled).toMatchObject({ kind: 'refused', problems: [{ line, column, message: { en: message } }] })
  })
})

describe('A rule with a function that waits', () => {
  const jq = async (program: string, json: string) => {
    if (program === 'fail') throw new Error('jq failed')
    return [`{"program":${JSON.stringify(program)},"in":${json}}`]
  }
  const environment = { now: () => 0, variable: () => undefined, store: new Map(), jq }
  const answer = async (sql: string, payload: string) => {
    const compiled = prepareSql(sql, functionsByName)
    if (compiled.kind === 'refused') throw new Error('refused')
    expect(compiled.rule.isAsync).toBe(true)
    const decodedPayload = () => JSON.parse(payload)
    const columns = {
      names: ['payload'],
      get: (name: string) => (name === 'payload' ? payload : undefined),
      decodedPayload,
    }
    const result = compiled.rule.run(columns, environment)
    expect(result).toBeInstanceOf(Promise)
    return result
  }

  test('answers later, in order, and only what is needed', async () => {
    const sql =
      "foreach jq('.a', payload) as r do r.program as p, case when false then jq('fail', payload) else 1 end as c from t"
    expect(await answer(sql, '[1]')).toEqual({ kind: 'matched', outputs: [{ p: '.a', c: 1n }] })
    expect(await answer("select 1 as x from t where false and jq('fail', payload) = 1", '1')).toEqual({
      kind: 'no_match',
    })
  })

  test('returns the clause in which it failed', async () => {
    const failed = await answer("select 1 as x from t where jq('fail', payload) = 1", '1')
    expect(failed).toMatchObject({
      kind: 'failed',
      clause: 'WHERE',
      error: { message: expect.stringContaining('jq failed') },
    })
  })
})
