import { ApiError, type Call } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { deleteWebhook, saveWebhook, switchWebhook } from './change-queries.ts'
import { toPartBodies } from './webhook-settings.ts'

const stored: Readonly<Record<string, unknown>> = {
  '/connectors/{id}': { type: 'http', name: 'a_WH_D', enable: true, url: 'http://old', status: 'connected' },
  '/actions/{id}': { type: 'http', name: 'a_WH_D', enable: true, connector: 'a_WH_D', parameters: { method: 'post' } },
  '/rules/{id}': {
    id: 'a_WH_D',
    name: '',
    sql: 'SELECT * FROM "t"',
    actions: ['http:a_WH_D'],
    enable: true,
    description: '',
  },
}

/**
 * Rejects the requests in `refusals`, such as `POST /actions`. Has the endpoint for changes of several objects only if
 * `isOurs` is set.
 */
function broker(refusals: readonly string[] = [], { isOurs = false, has = Object.keys(stored) } = {}) {
  const asked: string[] = []
  const sent: unknown[] = []
  const call = async ({ method, path }: { method: string; path: string }, input: { body?: unknown } = {}) => {
    const name = `${method} ${path}`
    if (method === 'GET') {
      if (!has.includes(path)) throw new ApiError(404, { code: 'NOT_FOUND', message: '' })
      return stored[path]
    }
    asked.push(name)
    sent.push(input.body)
    if (path === '/mqdeck/integration_changes' && !isOurs) throw new ApiError(404, { code: 'NOT_FOUND', message: '' })
    if (refusals.includes(name)) throw new ApiError(400, { code: 'BAD_REQUEST', message: `no ${name}` })
    return {}
  }
  // Only these requests are answered.
  return { asked, sent, call: call as unknown as Call }
}

const settings = {
  name: 'a',
  description: '',
  sql: 'SELECT * FROM "t"',
  connector: { url: 'http://new' },
  action: { parameters: { method: 'post' } },
}
const bodies = toPartBodies(settings, {})

describe('creating a webhook', () => {
  test('is one request if the broker has an endpoint for it', async () => {
    const { asked, sent, call } = broker([], { isOurs: true })
    await saveWebhook(call, bodies, {})
    expect(asked).toEqual(['POST /mqdeck/integration_changes'])
    expect(sent).toMatchObject([
      { create: { connectors: [{ name: 'a_WH_D' }], actions: [{ name: 'a_WH_D' }], rules: [{ id: 'a_WH_D' }] } },
    ])
  })

  test('creates part by part if the broker is EMQX, and an error names the parts that were rolled back', async () => {
    const { asked, call } = broker(['POST /rules'])
    await expect(saveWebhook(call, bodies, {})).rejects.toThrow(
      'rule a_WH_D: no POST /rules Rolled back: action a_WH_D, connector a_WH_D.',
    )
    expect(asked.slice(1)).toEqual([
      'POST /connectors',
      'POST /actions',
      'POST /rules',
      'DELETE /actions/{id}',
      'DELETE /connectors/{id}',
    ])
  })

  test('reports the remaining parts if the rollback fails', async () => {
    const { call } = broker(['POST /rules', 'DELETE /connectors/{id}'])
    await expect(saveWebhook(call, bodies, {})).rejects.toThrow(
      'Rolled back: action a_WH_D. Could not be rolled back: connector a_WH_D.',
    )
  })
})

describe('a webhook that is there', () => {
  test('is put back as it was when a change is refused half-way', async () => {
    const { asked, sent, call } = broker(['PUT /actions/{id}'])
    const before = {
      connector: stored['/connectors/{id}'],
      action: stored['/actions/{id}'],
      rule: stored['/rules/{id}'],
    } as unknown as Parameters<typeof saveWebhook>[2]
    await expect(saveWebhook(call, toPartBodies(settings, before), before)).rejects.toThrow('Rolled back: connector')
    expect(asked.slice(1)).toEqual(['PUT /connectors/{id}', 'PUT /actions/{id}', 'PUT /connectors/{id}'])
    expect(sent[1]).toMatchObject({ url: 'http://new' })
    expect(sent[3]).toEqual({ url: 'http://old', enable: true })
  })

  test('is switched as a whole, with the newest of each part', async () => {
    const { sent, call } = broker([], { isOurs: true })
    await switchWebhook(call, 'a', false)
    expect(sent).toMatchObject([
      {
        update: {
          connectors: [{ name: 'a_WH_D', url: 'http://old', enable: false }],
          actions: [{ enable: false }],
          rules: [{ id: 'a_WH_D', enable: false }],
        },
        create: { connectors: [], actions: [], rules: [] },
      },
    ])
  })

  test('is deleted in one call, and only what is there of it', async () => {
    const { sent, call } = broker([], { isOurs: true, has: ['/connectors/{id}', '/rules/{id}'] })
    await deleteWebhook(call, 'a')
    expect(sent).toEqual([{ delete: { rules: ['a_WH_D'], actions: [], connectors: ['http:a_WH_D'] } }])
  })

  test('is deleted starting with the rule if the broker is EMQX, and restored if a part cannot be deleted', async () => {
    const { asked, call } = broker(['DELETE /connectors/{id}'])
    await expect(deleteWebhook(call, 'a')).rejects.toThrow(
      'connector a_WH_D: The request is invalid. Rolled back: action a_WH_D, rule a_WH_D.',
    )
    expect(asked.slice(1)).toEqual([
      'DELETE /rules/{id}',
      'DELETE /actions/{id}',
      'DELETE /connectors/{id}',
      'POST /actions',
      'POST /rules',
    ])
  })
})
