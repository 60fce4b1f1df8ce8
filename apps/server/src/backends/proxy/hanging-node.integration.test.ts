import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { eventually, freePort, type RunningProcess, startProcess } from '@mqdeck/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { ask, type RawResponse, startNode, startProxy, stopAfterEach } from './test-cluster.ts'

stopAfterEach()

const paused: RunningProcess[] = []
afterEach(async () => {
  await Promise.all(paused.splice(0).map((node) => node.kill()))
})

/** A node in a process of its own, which can be paused. */
async function startPausableNode(name: string) {
  const port = await freePort()
  const program = `require('node:http').createServer((_, response) => response.end('Node ${name} is started\\nemqx is running'))
    .listen(${port}, '127.0.0.1', () => console.log('listening'))`
  const node = startProcess({ command: process.execPath, args: ['-e', program] })
  paused.push(node)
  await node.line(/listening/)
  return {
    url: `http://127.0.0.1:${port}`,
    pause: () => process.kill(node.pid, 'SIGSTOP'),
    resume: () => process.kill(node.pid, 'SIGCONT'),
  }
}

/** Waits for the other node before it responds, as EMQX does for reads and changes of the whole cluster. */
const waitingFor =
  (other: string): RequestListener =>
  (got, response) => {
    got.resume()
    const json = (body: unknown) => sendJson(response, body)
    if (got.url === '/api/v5/login') return json({ token: `t${Math.random()}`, role: got.headers['x-role'] })
    fetch(`${other}/status`).then(
      () => json([{ node: 'emqx2@127.0.0.1', node_status: 'running' }]),
      () => response.destroy(),
    )
  }

function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  response.end(text)
}

async function startClusterOfTwo() {
  const second = await startPausableNode('emqx2@127.0.0.1')
  const first = await startNode(waitingFor(second.url), 'emqx1@127.0.0.1')
  const { urls } = await startProxy([first, second.url])
  const signIn = async (role: string) => {
    const { text } = await ask(`${urls.api}/login`, { method: 'POST', body: '{}', headers: { 'x-role': role } })
    return String(JSON.parse(text).token)
  }
  const get = (path: string, token: string) =>
    ask(`${urls.api}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { first, second, signIn, get, urls }
}

const silentIn = ({ headers }: RawResponse) => String(headers['mqdeck-silent-nodes'] ?? '')

describe('a node that is paused, for which the other node waits', () => {
  it('is named in the last known answer, and no longer after it runs again', async () => {
    const { second, signIn, get } = await startClusterOfTwo()
    const token = await signIn('administrator')
    // The name of the node is known after its first probe.
    await eventually(
      async () => (await get('/nodes', token)).status === 200,
      () => 'the cluster does not respond',
    )
    const before = Date.now()
    second.pause()
    const isStored = ({ headers }: RawResponse) => headers['mqdeck-stored-answer'] !== undefined
    let answer = await get('/nodes', token)
    // The proxy may share the first response for a second.
    while (!isStored(answer)) answer = await get('/nodes', token)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toEqual([{ node: 'emqx2@127.0.0.1', node_status: 'running' }])
    expect(silentIn(answer)).toMatch(/^emqx2@127\.0\.0\.1 \d+$/)
    expect(Number(answer.headers['mqdeck-stored-answer'])).toBeLessThanOrEqual(before)
    second.resume()
    await eventually(
      async () => {
        const later = await get('/nodes', token)
        return silentIn(later) === '' && !isStored(later)
      },
      () => 'the node is still named',
    )
  })

  it('is named in an error if there is no earlier answer for the rights of the caller', async () => {
    const { second, signIn, get } = await startClusterOfTwo()
    const [administrator, viewer] = [await signIn('administrator'), await signIn('viewer')]
    expect((await get('/nodes', administrator)).status).toBe(200)
    second.pause()
    const [known, unknown] = await Promise.all([get('/nodes', administrator), get('/nodes', viewer)])
    expect([known.status, unknown.status]).toEqual([200, 503])
    expect(JSON.parse(unknown.text)).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Node emqx2@127.0.0.1 does not respond. The cluster waits for it',
    })
  })

  it('does not end a change, which waits until the node runs again', async () => {
    const { first, second, signIn, get, urls } = await startClusterOfTwo()
    const token = await signIn('administrator')
    expect((await get('/nodes', token)).status).toBe(200)
    second.pause()
    const isSent = once(first.server, 'request')
    const headers = { authorization: `Bearer ${token}` }
    const change = ask(`${urls.api}/connectors`, { method: 'POST', body: '{}', headers })
    await isSent
    expect(silentIn(await get('/nodes', token))).not.toBe('')
    second.resume()
    expect((await change).status).toBe(200)
  })
})

it('a node that hangs while no other node responds is reported as an outage', async () => {
  const second = await startPausableNode('emqx2@127.0.0.1')
  const { urls } = await startProxy([second.url])
  const headers = { authorization: 'Bearer t' }
  expect((await ask(`${urls.api}/nodes`, { headers })).status).toBe(200)
  second.pause()
  expect((await ask(`${urls.api}/nodes`, { headers })).status).toBe(504)
})
