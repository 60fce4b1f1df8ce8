import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dataHeaders } from '../../http/security-headers.ts'
import { ask, deadUrl, startNode, startProxy, stopAfterEach } from './test-cluster.ts'

stopAfterEach()

const pairs = (raw: readonly string[]) =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : [])).sort()

describe('a request to a cluster', () => {
  it('keeps method, path and query byte for byte', async () => {
    const node = await startNode((_, response) => response.end())
    const { urls } = await startProxy([node])
    const path = '/clients/a%2Fb%20%E4%BD%A0/x%2f%2f/?like=%25&x=a+b&x='
    const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
    for (const method of methods) await ask(`${urls.api}${path}`, { method })
    expect(node.asked).toEqual(methods.map((method) => `${method} /api/v5${path}`))
  })

  it('is forwarded for API paths, and handled here for the dashboard', async () => {
    const node = await startNode((_, response) => response.end('of the node'))
    const { urls } = await startProxy([node])
    for (const path of ['/api-docs/swagger.json', '/api-docs', '/api/v5', '/api/v5?a=1']) {
      expect((await ask(urls.dashboard + path)).text).toBe('of the node')
    }
    expect((await ask(`${urls.dashboard}/status`)).text).toContain('emqx is running')
    expect((await ask(`${urls.dashboard}/api/v51`)).status).toBe(404)
    expect((await ask(`${urls.dashboard}/static/app.js`)).status).toBe(404)
  })

  it.each([
    ['of an unknown sender has no forwarded headers of the sender', [], '127.0.0.1', []],
    [
      'of a trusted proxy keeps its forwarded headers',
      ['127.0.0.1'],
      '192.0.2.1, 127.0.0.1',
      ['Forwarded: for=192.0.2.1', 'X-Forwarded-Port: 1', 'X-Real-IP: 192.0.2.1'],
    ],
  ])('%s, and no connection headers (RFC 9110, 7.6.1) and cookies of other servers', async (_, trusted, from, kept) => {
    let seen: readonly string[] = []
    const node = await startNode(({ rawHeaders }, response) => {
      seen = rawHeaders
      response.end()
    })
    const { urls, ports } = await startProxy([node], { trusted_proxies: trusted })
    await ask(`${urls.api}/nodes`, {
      headers: {
        Cookie: 'sso=secret; mqdeck_browser_0123=known; other=1',
        Forwarded: 'for=192.0.2.1',
        'X-Real-IP': '192.0.2.1',
        'X-Forwarded-Port': '1',
        Connection: 'close, X-Hop',
        'X-Hop': '1',
        'Keep-Alive': '5',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic eA==',
        'X-Forwarded-For': '192.0.2.1',
        'X-Twice': ['a', 'b'],
        Authorization: 'Bearer T',
      },
    })
    expect(pairs(seen).filter((line) => !line.startsWith('connection:'))).toEqual(
      [
        'Authorization: Bearer T',
        ...kept,
        'cookie: mqdeck_browser_0123=known',
        'X-Twice: a',
        'X-Twice: b',
        `host: ${new URL(node.url).host}`,
        `x-forwarded-for: ${from}`,
        `x-forwarded-host: 127.0.0.1:${ports.dashboard}`,
        'x-forwarded-proto: http',
      ].sort(),
    )
  })

  it('arrives complete, with a length or in chunks', async () => {
    const seen: string[] = []
    const node = await startNode(async (got, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of got) chunks.push(chunk)
      const { 'content-length': length, 'transfer-encoding': encoding } = got.headers
      seen.push(`${length} ${encoding} ${Buffer.concat(chunks)}`)
      response.end()
    })
    const { urls } = await startProxy([node])
    await ask(`${urls.api}/x`, { method: 'POST', body: 'body', headers: { 'content-length': '4' } })
    await ask(`${urls.api}/x`, { method: 'POST', body: 'body', headers: { 'transfer-encoding': 'chunked' } })
    await ask(`${urls.api}/x`, { method: 'DELETE', body: 'body', headers: { 'content-length': '4' } })
    await ask(`${urls.api}/x`, { method: 'POST', headers: { 'content-length': '0' } })
    expect(seen).toEqual(['4 undefined body', 'undefined chunked body', '4 undefined body', '0 undefined '])
  })
})

describe('a response of a cluster', () => {
  it('keeps status, bytes and the headers about the response, and no policies of the node', async () => {
    const zipped = gzipSync('{"data": []}')
    const node = await startNode((_, response) => {
      response.writeHead(299, 'Quite Fine', [
        ...['Content-Type', 'application/json', 'Content-Encoding', 'gzip', 'Server', 'EMQX'],
        ...['ETag', '"a"', 'Retry-After', '1', 'Access-Control-Allow-Origin', '*', 'X-Frame-Options', 'ALLOWALL'],
        ...['Location', '/api/v5/here', 'Refresh', '0; url=http://evil.example', 'Link', '<http://evil.example>'],
        ...['Content-Length', String(zipped.length), 'X-A', '1', 'X-A', '2', 'Date', 'today'],
        ...['Connection', 'X-Hop', 'X-Hop', 'gone'],
        ...['Set-Cookie', 'session=of the cluster', 'Set-Cookie', 'mqdeck_browser_0123=known; HttpOnly'],
        ...['Strict-Transport-Security', 'max-age=1', 'Content-Security-Policy', 'default-src *'],
      ])
      response.end(zipped)
    })
    const { urls } = await startProxy([node])
    const answer = await ask(`${urls.api}/x`, { headers: { connection: 'close' } })
    expect([answer.status, answer.statusText]).toEqual([299, 'Quite Fine'])
    expect(answer.body).toEqual(zipped)
    expect(pairs(answer.rawHeaders)).toEqual(
      [
        'Connection: close',
        'Content-Encoding: gzip',
        `Content-Length: ${zipped.length}`,
        'Content-Type: application/json',
        'Date: today',
        'ETag: "a"',
        'Retry-After: 1',
        'location: /api/v5/here',
        'set-cookie: mqdeck_browser_0123=known; HttpOnly',
        ...dataHeaders.map((header) => header.join(': ')),
      ].sort(),
    )
  })

  it.each(['http://evil.example/', '//evil.example', '/\\evil.example', 'https:evil.example', 'javascript:x()'])(
    'does not redirect to %s',
    async (location) => {
      const node = await startNode((_, response) => response.writeHead(302, { location }).end())
      const { urls } = await startProxy([node])
      const answer = await ask(`${urls.api}/x`)
      expect([answer.status, answer.headers.location]).toEqual([302, undefined])
    },
  )

  it.each([204, 304])('has no body with %i', async (status) => {
    const node = await startNode((_, response) => response.writeHead(status, { etag: '"a"' }).end())
    const { urls } = await startProxy([node])
    const answer = await ask(`${urls.api}/x`)
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([status, '', '"a"'])
    expect(answer.headers['transfer-encoding']).toBeUndefined()
  })

  it('to HEAD has no body, but its length', async () => {
    const node = await startNode((_, response) => response.writeHead(200, { 'content-length': 12 }).end())
    const { urls } = await startProxy([node])
    const answer = await ask(`${urls.api}/x`, { method: 'HEAD' })
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '12', ''])
  })

  it('keeps trailers after its chunks', async () => {
    const node = await startNode((_, response) => {
      response.writeHead(200, { trailer: 'x-sum' })
      response.write('body')
      response.addTrailers({ 'x-sum': '4' })
      response.end()
    })
    const { urls } = await startProxy([node])
    const answer = await ask(`${urls.api}/x`)
    expect([answer.text, answer.trailers, answer.headers.trailer]).toEqual(['body', { 'x-sum': '4' }, 'x-sum'])
  })

  it('is streamed while the rest is pending', async () => {
    let finish = () => {}
    const node = await startNode((_, response) => {
      response.write('first')
      finish = () => response.end('last')
    })
    const { urls } = await startProxy([node])
    const asked = request(`${urls.api}/x`, { agent: false }).end()
    const [response] = await once(asked, 'response')
    expect(String((await once(response, 'data'))[0])).toBe('first')
    finish()
    expect(String((await once(response, 'data'))[0])).toBe('last')
  })

  it('may arrive before the request is complete', async () => {
    const node = await startNode((_, response) => {
      response.writeHead(413, { 'content-type': 'text/plain' }).end('too much')
    })
    const { urls } = await startProxy([node])
    const body = Readable.from(pieces(20 * megabyte))
    const answer = await ask(`${urls.api}/x`, {
      method: 'POST',
      body,
      headers: { 'content-length': `${20 * megabyte}` },
    })
    expect([answer.status, answer.text]).toEqual([413, 'too much'])
  })
})

const megabyte = 1024 * 1024
const piece = randomBytes(megabyte)

function* pieces(size: number): Generator<Buffer> {
  for (let sent = 0; sent < size; sent += megabyte) yield piece
}

const digestOf = (size: number) => {
  const hash = createHash('sha256')
  for (const part of pieces(size)) hash.update(part)
  return hash.digest('hex')
}

/** Counts the bytes that were given and have not arrived: those in the proxy and in the buffers of the sockets. */
function measureTransit() {
  let [inTransit, max] = [0, 0]
  return {
    max: () => max,
    *given(parts: Iterable<Buffer>): Generator<Buffer> {
      for (const part of parts) {
        inTransit += part.length
        max = Math.max(max, inTransit)
        yield part
      }
    },
    arrived: ({ length }: Buffer) => {
      inTransit -= length
    },
  }
}

describe('a long body', () => {
  const size = 100 * megabyte

  it('is uploaded as fast as the node reads it, without buffering', async () => {
    let digest = ''
    const transit = measureTransit()
    const node = await startNode(async (got, response) => {
      const hash = createHash('sha256')
      for await (const chunk of got) {
        hash.update(chunk)
        transit.arrived(chunk)
      }
      digest = hash.digest('hex')
      response.end()
    })
    const { urls } = await startProxy([node])
    const body = Readable.from(transit.given(pieces(size)), { objectMode: false })
    await ask(`${urls.api}/data/files`, { method: 'POST', body })
    expect(digest).toBe(digestOf(size))
    expect(transit.max()).toBeLessThan(24 * megabyte)
  })

  it('waits for a node or a caller that does not read', async () => {
    let taken = 0
    let given = 0
    const node = await startNode((got, response) => {
      if (got.method === 'POST') return void got.pause()
      const source = Readable.from(pieces(size))
      source.on('data', (chunk: Buffer) => (given += chunk.length))
      source.pipe(response)
    })
    const { urls } = await startProxy([node])
    const source = Readable.from(pieces(size))
    source.on('data', (chunk: Buffer) => (taken += chunk.length))
    const up = request(`${urls.api}/x`, { method: 'POST', agent: false })
    up.on('error', () => {})
    source.pipe(up)
    const down = request(`${urls.api}/x`, { agent: false }).end()
    const [response] = await once(down, 'response')
    response.pause()
    await stands(() => taken)
    await stands(() => given)
    expect(taken).toBeLessThan(24 * megabyte)
    expect(given).toBeLessThan(24 * megabyte)
    up.destroy()
    down.destroy()
  })

  it('is downloaded as fast as the caller reads it', async () => {
    const transit = measureTransit()
    const node = await startNode((_, response) => void Readable.from(transit.given(pieces(size))).pipe(response))
    const { urls } = await startProxy([node])
    const hash = createHash('sha256')
    const down = request(`${urls.api}/x`, { agent: false }).end()
    const [response] = await once(down, 'response')
    for await (const chunk of response) {
      hash.update(chunk)
      transit.arrived(chunk)
    }
    expect(hash.digest('hex')).toBe(digestOf(size))
    expect(transit.max()).toBeLessThan(24 * megabyte)
  })
})

/** Resolves when a value has changed and is stable again. */
async function stands(figure: () => number): Promise<void> {
  for (let last = -1; last <= 0 || last !== figure(); ) {
    last = figure()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('a caller that disconnects', () => {
  it('cancels the request at the node: during the response', async () => {
    let gone: Promise<unknown> = Promise.resolve()
    const node = await startNode((got, response) => {
      gone = new Promise((resolve) => got.socket.once('close', resolve))
      response.write('first')
    })
    const { urls } = await startProxy([node])
    const asked = request(`${urls.api}/x`, { agent: false }).end()
    const [response] = await once(asked, 'response')
    response.on('error', () => {})
    await once(response, 'data')
    asked.destroy()
    await gone
  })

  it('before the response, and during the upload', async () => {
    let gone: Promise<unknown> = Promise.resolve()
    let begun = () => {}
    const node = await startNode((got) => {
      gone = new Promise((resolve) => got.socket.once('close', resolve))
      got.resume()
      begun()
    })
    const { urls, ports } = await startProxy([node])
    for (const rest of ['\r\n', 'Content-Length: 1000\r\n\r\nbegun']) {
      const hasBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const socket = connect(ports.dashboard, '127.0.0.1')
      socket.write(`PUT /api/v5/x HTTP/1.1\r\nHost: ${new URL(urls.dashboard).host}\r\n${rest}`)
      await hasBegun
      socket.destroy()
      await gone
    }
  })

  it('a node that closes the connection during a response closes the response, too', async () => {
    const node = await startNode((got, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => got.socket.destroy())
    })
    const { urls } = await startProxy([node])
    await expect(ask(`${urls.api}/x`)).rejects.toThrow(/aborted|hang up/)
  })
})

it('handles 500 parallel requests', async () => {
  const waiting: (() => void)[] = []
  const node = await startNode((got, response) => {
    waiting.push(() => response.end(got.url))
    const isLast = node.asked.length === 500
    // As many requests as connections wait for the node, all others for a connection.
    if (waiting.length >= 256 || isLast) for (const answer of waiting.splice(0)) answer()
  })
  // They come from one address, which may have only a share of the connections.
  const { urls } = await startProxy([node], { trusted_proxies: ['127.0.0.1'] })
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => ask(`${urls.api}/x/${i}`)))
  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 500 }, (_, i) => `/api/v5/x/${i}`))
})

it('a path with dot segments, plain or encoded, is rejected and not forwarded', async () => {
  const node = await startNode((_, response) => void response.end('internal'))
  const { urls } = await startProxy([node])
  const paths = ['/../../status', '/%2e%2e/%2E%2E/internal', '/clients/..%2f..%2f..%2finternal', '/nodes/.']
  for (const path of paths) expect([path, (await ask(`${urls.api}${path}`)).status]).toEqual([path, 400])
  expect(node.asked).toEqual([])
})

it('a page of a cluster can run no script and cannot be framed, and pages for EMQX API documentation can run its own', async () => {
  const node = await startNode((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<script>alert(1)</script>')
  })
  const { urls } = await startProxy([node])
  const policyOf = async (path: string) => (await ask(`${urls.dashboard}${path}`)).headers['content-security-policy']
  expect(await policyOf('/api/v5/x')).toContain("default-src 'none'")
  expect(await policyOf('/api-docs/index.html')).toContain("script-src 'self'")
  const { urls: silent } = await startProxy([await deadUrl()])
  const refused = await ask(`${silent.api}/nodes`)
  expect([refused.status, refused.headers['content-security-policy']]).toEqual([502, await policyOf('/api/v5/x')])
})

it("handles MQDeck's own endpoints itself, because a cluster would log a warning for each request", async () => {
  const node = await startNode((_, response) => void response.end('{}'))
  const { urls } = await startProxy([node])
  for (const path of ['/mqdeck/zones', '/mqdeck/rules/a%2Fb/steps?x=1', '/mqdeck']) {
    const answer = await ask(`${urls.api}${path}`, { headers: { authorization: 'Bearer x' } })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { code: 'NOT_FOUND', message: 'Not found' }])
  }
  const written = await ask(`${urls.api}/mqdeck/explain`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(written.status).toBe(404)
  expect(node.asked).toEqual([])
})
