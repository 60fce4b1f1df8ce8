import type { Json, Recording } from '@mqdeck/testkit'
import { describe, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { compareOperation } from './compare-operation.ts'
import { resolver } from './compare-schema.ts'
import { compareWithList } from './differences.ts'

/** Tests the comparison itself, because a comparison that finds no differences would pass everything. */
describe('different responses are detected', () => {
  const theirs = {
    data: [
      { clientid: 'a', username: null, connected: true, keepalive: 60, connected_at: '2026-01-01T00:00:00.123+00:00' },
      { clientid: 'b', username: 'u', connected: false, keepalive: 60, connected_at: '2026-01-01T00:00:00.123+00:00' },
    ],
    meta: { count: 2, page: 1 },
  }
  const recording: Recording = {
    name: 'x',
    method: 'GET',
    path: '/clients',
    request: undefined,
    status: 200,
    headers: new Map([['content-type', 'application/json']]),
    body: theirs,
  }
  const compare = (change: (body: typeof theirs) => unknown, answer: { status?: number; type?: string } = {}) =>
    compareAnswer(recording, {
      status: answer.status ?? 200,
      headers: new Headers({ 'content-type': answer.type ?? 'application/json' }),
      body: change(structuredClone(theirs)),
    })
  const withRow = (change: object) => (body: typeof theirs) => ({
    ...body,
    data: [{ ...body.data[0], ...change }, body.data[1]],
  })

  test('but not for other times, counts and order', () => {
    const other = { connected_at: '2027-02-02T11:11:11.999+00:00' }
    expect(compare(withRow(other))).toEqual([])
    expect(compare(({ data, meta }) => ({ data: data.toReversed(), meta: { ...meta, count: 7 } }))).toEqual([])
  })

  test('and not for rows of another kind or state, listeners and enabled features of a node with another history', () => {
    const shapeOf = (body: unknown, ours: unknown, status = 200) =>
      compareAnswer(
        { ...recording, name: 'get-fresh/x', status, body },
        { status: 200, headers: new Headers({ 'content-type': 'application/json' }), body: ours },
        'shape',
      )
    expect(
      shapeOf([{ name: 'stomp', status: 'unloaded' }], [{ name: 'stomp', status: 'running', started_at: 'x' }]),
    ).toEqual([])
    expect(shapeOf([{ name: 'stomp', status: 'running' }], [{ name: 'stomp', status: 'running', extra: 1 }])).toEqual([
      '[] extra: not in EMQX',
    ])
    expect(shapeOf({ listeners: { http: {} } }, { listeners: { http: {}, https: {} } })).toEqual([])
    expect(shapeOf({ code: 'BAD_REQUEST' }, { data: [] }, 400)).toEqual([])
  })

  test.each([
    ['a missing field', ({ data }: typeof theirs) => ({ data }), 'meta: missing'],
    ['an additional field', withRow({ extra: 1 }), 'data[] extra: not in EMQX'],
    ['another type', withRow({ keepalive: '60' }), 'data[] keepalive: number in EMQX, string in MQDeck'],
    ['a value instead of null', withRow({ username: '' }), 'data[] username: null in EMQX, string in MQDeck'],
    ['another constant', withRow({ connected: false }), 'data[] connected: true in EMQX, false in MQDeck'],
    ['another setting', withRow({ keepalive: 61 }), 'data[] keepalive: 60 in EMQX, 61 in MQDeck'],
    [
      'a time without milliseconds',
      withRow({ connected_at: '2026-01-01T00:00:00+00:00' }),
      'data[] connected_at: "2026-01-01T00:00:00.123+00:00" in EMQX, "2026-01-01T00:00:00+00:00" in MQDeck',
    ],
    ['a missing row', (body: typeof theirs) => ({ ...body, data: body.data.slice(0, 1) }), 'data[]: "b" is missing'],
  ])('by %s', (_, change, expected) => {
    expect(compare(change)).toEqual([expected])
  })

  test('by status and by content type', () => {
    expect(compare(() => 'oops', { status: 500 })).toEqual(['status 200 in EMQX, 500 in MQDeck: "oops"'])
    expect(compare((body) => body, { type: 'application/json; charset=utf-8' })).toEqual([
      'content-type: application/json in EMQX, application/json; charset=utf-8 in MQDeck',
    ])
  })
})

describe('different operations are detected', () => {
  const answer = (schema: Json) => ({ content: { 'application/json': { schema } } })
  const operation = (
    parameter: Json = {},
    properties: Json = { n: { type: 'integer' } },
    codes: readonly string[] = ['NOT_FOUND'],
  ): Json => ({
    tags: ['T'],
    security: [],
    parameters: [{ in: 'query', name: 'p', schema: { type: 'integer', maximum: 9, ...parameter } }],
    requestBody: answer({ type: 'object', required: ['q'], properties: { q: { $ref: '#/q' } } }),
    responses: {
      200: answer({ type: 'array', items: { type: 'object', properties } }),
      404: answer({ type: 'object', properties: { code: { type: 'string', enum: codes } } }),
    },
  })
  const compare = (ours: Json, recorded: readonly string[] = []) => {
    const found: string[] = []
    compareOperation(operation(), ours, {
      resolve: resolver({ q: { type: 'string' } }),
      isRecorded: (_, path) => recorded.includes(path),
      report: (what) => found.push(what),
    })
    return found
  }

  test('but not for the same operation', () => {
    expect(compare(operation())).toEqual([])
  })

  test.each([
    [operation({ type: 'string' }), ['integer is missing', 'string is not in EMQX']],
    [operation({ maximum: 10 }), ['maximum is 9 in EMQX, 10 in MQDeck']],
    [operation({ default: 1 }), ['default is none in EMQX, 1 in MQDeck']],
  ])('by its parameters', (ours, expected) => {
    expect(compare(ours)).toEqual(expected.map((what) => `query parameter p: ${what}`))
  })

  test('by the fields of its answers, unless EMQX was seen to answer them', () => {
    const more = operation({}, { n: { type: 'integer' }, more: { type: 'string' } })
    expect(compare(more)).toEqual(['answer 200 [].more: not in EMQX'])
    expect(compare(more, ['[].more'])).toEqual([])
    expect(compare(operation({}, {}))).toEqual(['answer 200 [].n: missing'])
    expect(compare(operation({}, { n: { type: 'number' } }))).toEqual([
      'answer 200 [].n: integer is missing',
      'answer 200 [].n: number is not in EMQX',
    ])
  })

  test('by its error codes, statuses and body', () => {
    expect(compare(operation({}, undefined, ['OTHER']))).toHaveLength(2)
    const { 200: good } = operation().responses as Json
    expect(compare({ ...operation(), responses: { 200: good, 201: good } })).toEqual([
      'answer 404: missing',
      'answer 201: not in EMQX',
    ])
    expect(compare({ ...operation(), requestBody: undefined })).toEqual(['body the whole: object is missing'])
  })
})

test('a difference must be listed, and a listed one must be found', () => {
  const one = { where: 'GET /a', what: 'x: missing' }
  const other = { where: 'GET /b', what: 'x: missing' }
  expect(compareWithList([one], [other])).toEqual({
    unlisted: ['GET /a | x: missing'],
    obsolete: ['GET /b | x: missing'],
  })
})
