import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { eventually } from '@mqdeck/testkit'
import { describe, expect, it } from 'vitest'
import { ask, deadUrl, startNode, startProxy, stopAfterEach } from './test-cluster.ts'

stopAfterEach()

const saying =
  (text: string): RequestListener =>
  (got, response) => {
    got.resume()
    got.once('end', () => response.end(text))
  }
const breakingOff: RequestListener = (got) => {
  got.resume()
  got.once('end', () => got.socket.destroy())
}
const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']

describe('a node that cannot be reached', () => {
  it.each(methods)('is skipped by %s with its body, because nothing of it was sent', async (method) => {
    const seen: string[] = []
    const second = await startNode(async (got, response) => {
      let body = ''
      for await (const chunk of got) body += chunk
      seen.push(body)
      response.end()
    })
    const { urls } = await startProxy([await deadUrl(), second])
    const body = 'x'.repeat(100_000)
    const answer = await ask(`${urls.api}/x`, { method, ...(method.startsWith('P') && { body }) })
    expect(answer.status).toBe(200)
    expect(seen).toEqual([method.startsWith('P') ? body : ''])
  })

  it('is skipped until it responds again, and then is the first again', async () => {
    const first = await startNode(saying('first'))
    const second = await startNode(saying('second'))
    const { urls } = await startProxy([first, second])
    const said = async () => (await ask(`${urls.api}/x`)).text
    expect(await said()).toBe('first')
    await first.stop()
    expect([await said(), await said()]).toEqual(['second', 'second'])
    await first.start()
    await eventually(
      async () => (await said()) === 'first',
      () => 'the first node is still left out',
    )
  })
})

describe('a node that is down while another one responds', () => {
  it('is named in responses of the other node with the time, until it responds again', async () => {
    const first = await startNode(saying('first'), 'emqx1@127.0.0.1')
    const second = await startNode(saying('second'), 'emqx2@127.0.0.1')
    const { urls } = await startProxy([first, second])
    const silent = async () => (await ask(`${urls.api}/x`)).headers['mqdeck-silent-nodes']
    const becomes = (isWanted: (header: unknown) => boolean) =>
      eventually(
        async () => isWanted(await silent()),
        () => 'the answers do not say so',
      )
    const start = Date.now()
    const isAskedForItsName = once(second.server, 'request')
    expect(await silent()).toBeUndefined()
    await isAskedForItsName
    expect(await silent()).toBeUndefined()
    await second.stop()
    await becomes((header) => {
      const [, since] = /^emqx2@127\.0\.0\.1 (\d+)$/.exec(String(header)) ?? []
      return since !== undefined && Number(since) >= start && Number(since) <= Date.now()
    })
    await second.start()
    await becomes((header) => header === undefined)
  })

  it('is not named in its own response, even if a probe failed before', async () => {
    let isBroken = false
    let probes = 0
    const first = await startNode(saying('first'), 'emqx1@127.0.0.1')
    first.server.prependListener('request', (got) => {
      if (got.url === '/status') probes += 1
      if (isBroken) got.socket.destroy()
    })
    const second = await startNode(saying('second'), 'emqx2@127.0.0.1')
    const { urls } = await startProxy([first, second])
    const said = async () => {
      const { text, headers } = await ask(`${urls.api}/x`)
      return { text, silent: String(headers['mqdeck-silent-nodes'] ?? '') }
    }
    await said()
    await eventually(
      () => probes > 0,
      () => 'the first node was not probed',
    )
    expect((await said()).silent).toBe('')
    isBroken = true
    await eventually(
      async () => (await said()).silent.startsWith('emqx1@127.0.0.1 '),
      () => 'the first node is not named',
    )
    isBroken = false
    await second.stop()
    const { text, silent } = await said()
    expect(text).toBe('first')
    expect(silent).not.toContain('emqx1@127.0.0.1')
  })
})

describe('a node that dies during a request', () => {
  it.each(['GET', 'HEAD'])('is replaced by the next one for %s', async (method) => {
    const first = await startNode(breakingOff)
    const second = await startNode(saying('second'))
    const { urls } = await startProxy([first, second])
    expect((await ask(`${urls.api}/x`, { method })).status).toBe(200)
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  it.each(['POST', 'PUT', 'DELETE'])('may have executed %s, which is never repeated', async (method) => {
    const first = await startNode(breakingOff)
    const second = await startNode(saying('second'))
    const { urls } = await startProxy([first, second])
    const answer = await ask(`${urls.api}/x`, { method, ...(method !== 'DELETE' && { body: 'x' }) })
    expect(answer.status).toBe(502)
    expect(JSON.parse(answer.text)).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: `The cluster received the request but did not respond: ${first.url} (connection closed). It was not retried because it may have been executed`,
    })
    expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  })

  it('is tried again for reads if no other node can be reached', async () => {
    let times = 0
    const node = await startNode((got, response) => {
      times += 1
      if (times === 1) got.socket.destroy()
      else response.end('again')
    })
    const { urls } = await startProxy([node, await deadUrl()])
    expect((await ask(`${urls.api}/x`)).text).toBe('again')
  })

  it('is tried again if it is the only one and has responded meanwhile', async () => {
    let times = 0
    const node = await startNode((got, response) => {
      times += 1
      if (times === 1) got.socket.destroy()
      else response.end('again')
    })
    const { urls } = await startProxy([node])
    expect((await ask(`${urls.api}/x`)).text).toBe('again')
    times = 0
    expect((await ask(`${urls.api}/x`, { method: 'POST', body: 'x' })).status).toBe(502)
    expect(times).toBe(1)
  })
})

describe('a cluster without a responding node', () => {
  it("is reported with the reason of each node, in EMQX's format", async () => {
    const dead = [await deadUrl(), await deadUrl()]
    const { urls } = await startProxy(dead)
    for (const method of methods) {
      const answer = await ask(`${urls.api}/x`, { method, headers: { authorization: 'Bearer geheim' } })
      expect(answer.status).toBe(502)
      expect(answer.headers['content-type']).toBe('application/json')
      if (method === 'HEAD') continue
      expect(JSON.parse(answer.text)).toEqual({
        code: 'SERVICE_UNAVAILABLE',
        message: `No node of the cluster responds: ${dead[0]} (connection refused); ${dead[1]} (connection refused)`,
      })
    }
  })

  it('still has its dashboard', async () => {
    const { urls } = await startProxy([await deadUrl()])
    expect([200, 503]).toContain((await ask(`${urls.dashboard}/`, { headers: { accept: 'text/html' } })).status)
  })
})

it('a node that accepts connections without responding is skipped if a probe fails, too', async () => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : 0
  const second = await startNode(saying('second'))
  const { urls } = await startProxy([`http://127.0.0.1:${port}`, second])
  expect((await ask(`${urls.api}/x`)).text).toBe('second')
  expect((await ask(`${urls.api}/x`, { method: 'POST', body: 'x' })).text).toBe('second')
  for (const socket of sockets) socket.destroy()
  mute.close()
})
