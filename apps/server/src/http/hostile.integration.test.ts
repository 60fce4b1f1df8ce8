import { connect } from 'node:net'
import { eventually } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let all: TestServer
beforeAll(async () => {
  // A flood of logins is one because each check takes long.
  all = await startTestServer({ passwordCost: undefined })
})
afterAll(() => all.stop())

/** Sends bytes unchanged and returns everything until the server closes the connection. */
const send = (...lines: readonly string[]) => sendFrom('127.0.0.1', ...lines)

function sendFrom(localAddress: string, ...lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const server = { host: '127.0.0.1', port: all.server.ports.dashboard, localAddress }
    const socket = connect(server, () => socket.write(lines.join('\r\n')))
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const ask = (requestLine: string, ...headers: readonly string[]) =>
  send(`${requestLine} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', '')

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const login = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${all.server.urls.api}/login`, { method: 'POST', body, headers })
const right = '{"username":"admin","password":"public"}'

describe('a page of a foreign website', () => {
  it('is rejected if its host name points at this machine (DNS rebinding)', async () => {
    for (const path of ['/api/v5/status', '/', '/api-docs/swagger.json', '/nothing']) {
      const answer = await send(`GET ${path} HTTP/1.1`, 'Host: evil.example:18083', 'Connection: close', '', '')
      expect([path, statusOf(answer)]).toEqual([path, 421])
    }
  })

  it('gets no permission to read responses (CORS)', async () => {
    const preflight = await ask(
      'OPTIONS /api/v5/login',
      'Origin: http://evil.example',
      'Access-Control-Request-Method: POST',
    )
    expect(statusOf(preflight)).toBe(405)
    const simple = await ask('GET /api/v5/status', 'Origin: http://evil.example')
    for (const answer of [preflight, simple]) {
      expect(answer.toLowerCase()).not.toContain('access-control-allow')
      expect(answer.toLowerCase()).toContain('cross-origin-resource-policy: same-origin')
    }
  })

  it.each(['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded', 'application/jsonx'])(
    'cannot sign in with a form content type: %s',
    async (type) => {
      expect((await login(right, { 'content-type': type })).status).toBe(415)
    },
  )
})

describe('a body', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('with the key %s changes nothing', async (key) => {
    await login(`{"${key}":{"polluted":true},"username":"admin","password":"public"}`)
    const message = `{"topic":"a","payload":"x","properties":{"user_properties":{"${key}":"1"}}}`
    await all.call('POST', '/publish', JSON.parse(message))
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
    expect({}).not.toHaveProperty('polluted')
  })

  it.each(['[]', '"x"', '1', 'true', 'null', '{', '\ufeff{}', '{"username":["admin"],"password":{"a":1}}'])(
    'that is not a valid sign-in is rejected: %s',
    async (body) => {
      expect((await login(body)).status).toBe(400)
    },
  )

  it('is not read for an unknown path', async () => {
    // Content-Length is larger than the body.
    const answer = await ask('POST /nothing', 'Content-Type: application/json', 'Content-Length: 1000000')
    expect(statusOf(answer)).toBe(404)
  })

  it('with two lengths is rejected (request smuggling)', async () => {
    const answer = await ask('POST /api/v5/login', 'Content-Length: 2', 'Transfer-Encoding: chunked', '', '0')
    expect(statusOf(answer)).toBe(400)
  })
})

describe('a response to a request that is not handled', () => {
  it.each([
    ['invalid HTTP', 'NONSENSE\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(220_000)}\r\n\r\n`, 431],
    [
      'an upgrade with a chunked body',
      'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      501,
    ],
    [
      'a WebSocket without a token',
      'GET /mqdeck/ws/ws:default/mqtt HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      401,
    ],
  ])('(%s) has a content security policy and cannot be framed', async (_, text, status) => {
    const answer = await send(text)
    expect(statusOf(answer)).toBe(status)
    expect(answer).toMatch(/content-security-policy: .*frame-ancestors 'none'/)
    expect(answer).toContain('x-content-type-options: nosniff')
  })
})

describe('a request line', () => {
  it.each([
    ['TRACE /', 404],
    ['TRACE /api/v5/clients', 404],
    ['OPTIONS *', 404],
    ['PROPFIND /api/v5/clients', 404],
    ['QUERY /api/v5/clients', 404],
    ['HEAD /api/v5/clients', 405],
    ['GET http://evil.example/nothing', 404],
    ['GET /assets/../../../../etc/passwd', 404],
    ['GET /assets/%2e%2e/%2e%2e/package.json', 404],
    ['GET /%00', 404],
    ['GET /%zz', 400],
    ['GET /api/v5/clients/%00', 401],
  ])('%s is answered with %i', async (line, status) => {
    expect(statusOf(await ask(line))).toBe(status)
  })

  it('CONNECT opens no tunnel', async () => {
    expect(await ask('CONNECT 127.0.0.1:22')).toBe('')
  })

  it('that is invalid gets a response with security headers, too', async () => {
    expect(await ask('GET /%zz')).toContain('content-security-policy')
  })

  it.each([
    '/clients?limit=1&limit=2',
    '/clients?page=1&page=a',
    '/clients?limit=99999999999999999999',
    '/clients?fields=__proto__',
    '/clients_v2?cursor=eyJfX3Byb3RvX18iOjF9',
    '/error_codes/toString',
    '/monitor?latest=1e99',
  ])('%s is rejected as invalid', async (path) => {
    expect((await all.get(path)).status).toBe(400)
  })

  it('with too long a header is rejected', async () => {
    expect(statusOf(await ask('GET /status', `X-Long: ${'x'.repeat(220_000)}`))).toBe(431)
  })

  it('may follow another one immediately (pipelining)', async () => {
    const one = ['GET /status HTTP/1.1', 'Host: localhost', '']
    const answer = await send(...one, ...one, ...one.slice(0, 2), 'Connection: close', '', '')
    expect(answer.match(/emqx is running/g)).toHaveLength(3)
  })
})

describe('a flood of logins', () => {
  it('with many names does not delay other addresses', async () => {
    const statuses: number[] = []
    const tryName = async (_: unknown, index: number) => {
      const { status } = await login(JSON.stringify({ username: `nobody${index}`, password: 'x' }))
      statuses.push(status)
    }
    const flood = Promise.all(Array.from({ length: 100 }, tryName))
    await eventually(
      () => statuses.includes(429),
      () => 'nobody was turned away',
    )
    const headers = ['Host: localhost', 'Connection: close', 'Content-Type: application/json']
    const request = ['POST /api/v5/login HTTP/1.1', ...headers, `Content-Length: ${right.length}`, '', right]
    expect(statusOf(await sendFrom('127.0.0.2', ...request))).toBe(200)
    const checkedBefore = statuses.filter((status) => status === 401).length
    await flood
    // Two are checked and twenty wait at any time. The other one is checked in between.
    const checked = statuses.filter((status) => status === 401).length
    expect(checked).toBeLessThan(50)
    expect(checkedBefore).toBeLessThan(checked - 5)
  })
})

describe('a viewer', () => {
  const password = 'Abcd1234!'
  it('loses permissions immediately when it was an administrator', async () => {
    await all.call('POST', '/users', { username: 'mallory', password, description: '', role: 'administrator' })
    const theirs = await all.login('mallory', password)
    expect((await all.call('DELETE', '/banned', undefined, theirs)).status).toBe(204)
    await all.call('PUT', '/users/mallory', { description: '', role: 'viewer' })
    expect((await all.call('DELETE', '/banned', undefined, theirs)).status).toBe(403)
  })

  it('that guesses its old password is slowed down as at sign-in', async () => {
    await all.call('POST', '/users', { username: 'trudy', password, description: '', role: 'viewer' })
    const theirs = await all.login('trudy', password)
    const guess = () => all.call('POST', '/users/trudy/change_pwd', { old_pwd: 'x', new_pwd: 'Xyz98765' }, theirs)
    const statuses = (await Promise.all(Array.from({ length: 40 }, guess))).map(({ status }) => status)
    expect(statuses).toContain(429)
  })
})
