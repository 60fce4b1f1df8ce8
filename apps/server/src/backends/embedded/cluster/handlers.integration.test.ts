import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all.stop())

const own = () => all.server.broker.node
const refusal = (message: string) => ({ status: 400, body: { code: 'BAD_REQUEST', message } })

it('is a cluster of one', async () => {
  expect((await all.get('/cluster')).body).toEqual({ name: 'emqxcl', nodes: [own()], self: own() })
  expect((await all.get('/cluster/topology')).body).toEqual([{ core_node: own(), replicant_nodes: [] }])
})

it('reports an invited node as unreachable, and never as joined', async () => {
  expect(await all.call('PUT', '/cluster/emqx2@127.0.0.1/invite', {})).toEqual(refusal('nodedown'))
  expect(await all.call('PUT', `/cluster/${own()}/invite`, {})).toEqual(refusal('Cannot invite self'))
  expect(await all.call('PUT', '/cluster/emqx2@127.0.0.1/invite', { timeout: 4999 })).toEqual(
    refusal('timeout cannot be less than 5000ms'),
  )
  expect((await all.get('/cluster')).body).toMatchObject({ nodes: [own()] })
})

it('keeps the result of an asynchronous invitation, the last one of each node', async () => {
  expect(await all.call('PUT', `/cluster/${own()}/invite_async`)).toEqual(refusal("Can't invite self"))
  for (let times = 0; times < 2; times += 1)
    expect(await all.call('PUT', '/cluster/emqx3@127.0.0.1/invite_async')).toEqual({ status: 200, body: undefined })
  expect((await all.get('/cluster/invitation')).body).toEqual({
    in_progress: [],
    succeed: [],
    failed: [
      {
        node: 'emqx3@127.0.0.1',
        started_at: expect.stringMatching(/\+00:00$/),
        finished_at: expect.stringMatching(/\+00:00$/),
        reason: '{error,{badrpc,nodedown}}',
      },
    ],
  })
})

it('cannot remove a node: it cannot remove itself, and there are no others', async () => {
  expect(await all.call('DELETE', `/cluster/${own()}/force_leave`)).toEqual(refusal("Can't leave self"))
  expect(await all.call('DELETE', '/cluster/emqx2@127.0.0.1/force_leave')).toEqual(refusal('node_not_in_cluster'))
})

it('requires a node name of the form name@host', async () => {
  for (const wrong of ['emqx2', 'a@b@c', '@host'])
    expect((await all.call('PUT', `/cluster/${wrong}/invite_async`)).status, wrong).toBe(400)
  expect((await all.call('DELETE', '/cluster/emqx2/force_leave')).body).toMatchObject({
    message: expect.stringContaining('Bad node name'),
  })
})
