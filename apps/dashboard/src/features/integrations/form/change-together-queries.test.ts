import { ApiError, type Call } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { changeTogether } from './change-together-queries.ts'

const connector = { type: 'http', name: 'c1', url: 'http://127.0.0.1' }
const action = { type: 'http', name: 'a1', connector: 'c1' }
const rule = { name: 'r1', sql: 'SELECT * FROM "t"', actions: ['http:a1'] }

/**
 * Rejects the requests in `refusals`, such as `POST /actions`, and has the endpoint for several objects only if
 * `isOurs` is set.
 */
function broker(refusals: readonly string[], isOurs = false) {
  const asked: string[] = []
  const call = async (endpoint: { method: string; path: string }, input: { params?: { id?: string } } = {}) => {
    const name = `${endpoint.method} ${endpoint.path.replace('{id}', input.params?.id ?? '')}`
    if (endpoint.method === 'GET') return { actions: [], connector: 'c1' }
    asked.push(name)
    if (name === 'POST /mqdeck/integration_changes' && !isOurs)
      throw new ApiError(404, { code: 'NOT_FOUND', message: '' })
    if (refusals.includes(name)) throw new ApiError(400, { code: 'BAD_REQUEST', message: `no ${name}` })
    return { id: 'rule-7' }
  }
  // Only these requests are answered.
  return { asked, call: call as unknown as Call }
}

describe('a change that creates several parts', () => {
  test('is one request if the broker has an endpoint for it', async () => {
    const { asked, call } = broker([], true)
    await changeTogether(call, { create: { connectors: [connector], actions: [action] } })
    expect(asked).toEqual(['POST /mqdeck/integration_changes'])
  })

  test('creates each part before the parts that need it if the broker is EMQX', async () => {
    const { asked, call } = broker([])
    await changeTogether(call, { create: { connectors: [connector], actions: [action], rules: [rule] } })
    expect(asked.slice(1)).toEqual(['POST /connectors', 'POST /actions', 'POST /rules'])
  })

  test('is rolled back in reverse order if the broker rejects a part', async () => {
    const { asked, call } = broker(['POST /rules'])
    await expect(
      changeTogether(call, { create: { connectors: [connector], actions: [action], rules: [rule] } }),
    ).rejects.toThrow('rule r1: no POST /rules Rolled back: action a1, connector c1.')
    expect(asked.slice(-2)).toEqual(['DELETE /actions/http:a1', 'DELETE /connectors/http:c1'])
  })

  test('names the parts that could not be rolled back', async () => {
    const { call } = broker(['POST /actions', 'DELETE /connectors/http:c1'])
    await expect(changeTogether(call, { create: { connectors: [connector], actions: [action] } })).rejects.toThrow(
      /no POST \/actions.*Could not be rolled back: connector c1\./,
    )
  })

  test('is not repeated part by part if the endpoint of this broker rejects it', async () => {
    const { asked, call } = broker(['POST /mqdeck/integration_changes'], true)
    await expect(changeTogether(call, { create: { connectors: [connector], actions: [action] } })).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })
})

describe('a change that adds parts to an existing rule', () => {
  const changed = { id: 'r1', ...rule }

  test('is one request with the change to the rule if the broker has an endpoint for it', async () => {
    const { asked, call } = broker([], true)
    await changeTogether(call, { create: { actions: [action] }, update: { rules: [changed] } })
    expect(asked).toEqual(['POST /mqdeck/integration_changes'])
  })

  test('deletes the new parts if the rule cannot be changed', async () => {
    const { asked, call } = broker(['PUT /rules/r1'])
    await expect(
      changeTogether(call, {
        create: { connectors: [connector], actions: [action] },
        update: { rules: [changed] },
      }),
    ).rejects.toThrow(/PUT/)
    expect(asked.slice(1)).toEqual([
      'POST /connectors',
      'POST /actions',
      'PUT /rules/r1',
      'DELETE /actions/http:a1',
      'DELETE /connectors/http:c1',
    ])
  })
})
