import { readInput, variants } from '@mqdeck/contract'
import { defaultMaxAnswer } from '@mqdeck/drivers'
import { silentLog, systemClock } from '@mqdeck/kit'
import { freePort, type HttpAnswerer, startHttpServer, type TestHttpServer, testAuthority } from '@mqdeck/testkit'
import { type AuthnStage, clientInfoWith, describeAuthn, type StoredLogin } from '@mqdeck/testkit/suites'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerByClientAcl } from '../../authz/client-acl.ts'
import type { Credentials, Note } from '../port.ts'
import { type HttpAuthnSettings, http as manifest } from './manifest.ts'
import { runtime } from './runtime.ts'

const kind = variants(manifest.structs)
const context = { clock: systemClock, folder: '/nowhere', log: silentLog }

function create(settings: object) {
  const wire = readInput(kind.schema, { mechanism: 'password_based', backend: 'http', ...settings })
  return runtime.create(kind.toPlain(wire) as HttpAuthnSettings, context) // of the manifest's structs
}

const json = (fields: object): HttpAnswerer => {
  return (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fields))
}

type ReadLogin = (request: { readonly target: string; readonly body: string }) => Record<string, string>

/** Knows users as a service of a company would. */
const serviceFor =
  (users: readonly StoredLogin[], read: ReadLogin): HttpAnswerer =>
  (request, response) => {
    const { username, password } = read(request)
    const user = users.find((one) => one.username === username)
    const result = user === undefined ? 'ignore' : user.password === password ? 'allow' : 'deny'
    json({ result, is_superuser: user?.isSuperuser })(request, response)
  }

const fromJson = ({ body }: { body: string }): Record<string, string> => JSON.parse(body)
const fromQuery = ({ target }: { target: string }) =>
  Object.fromEntries(new URL(target, 'http://localhost').searchParams)

const post = { method: 'post', body: { username: '${username}', password: '${password}' } }
const get = { method: 'get' }

async function openStage(isSecure: boolean, settings: object, path: string, read: ReadLogin): Promise<AuthnStage> {
  const authority = await testAuthority()
  const other = await testAuthority('Another CA')
  const server = await startHttpServer(isSecure ? await authority.issue() : undefined)
  const ssl = (ca: string) => (isSecure ? { ssl: { enable: true, verify: 'verify_peer', cacertfile: ca } } : {})
  const make = (changes: object = {}) =>
    create({ url: `${server.origin}${path}`, ...settings, ...ssl(authority.cert), ...changes })
  return {
    async authenticator(users) {
      server.answer(serviceFor(users, read))
      return make()
    },
    broken: {
      down: async () => make({ url: `http://127.0.0.1:${await freePort()}` }),
      ...(isSecure && { 'a wrong CA': async () => make(ssl(other.cert)) }),
    },
    async slow() {
      server.answer(() => {})
      return make({ request_timeout: '100ms' })
    },
    outage: { begin: server.down, end: server.up },
    close: server.down,
  }
}

describeAuthn('HTTP with POST', { open: () => openStage(false, post, '/auth', fromJson) })
describeAuthn('HTTP with GET over TLS', {
  open: () => openStage(true, get, '/auth?username=${username}&password=${password}', fromQuery),
})

describe('an HTTP server', () => {
  const login = (username = 'ann', password: string | Uint8Array = 'secret'): Credentials => ({
    client: clientInfoWith({ username, clientId: 'c/1', attributes: { site: 'a b' } }),
    password: Buffer.from(password),
    method: undefined,
    data: undefined,
    exchange: {},
  })

  async function started(settings: object = post, how?: HttpAnswerer) {
    const server = await startHttpServer()
    onTestFinished(server.down)
    if (how) server.answer(how)
    const url = 'url' in settings ? server.origin + settings.url : `${server.origin}/auth`
    const authenticator = create({ ...settings, url })
    onTestFinished(() => authenticator.stop())
    await authenticator.start()
    const ask = (credentials = login(), note?: Note) => authenticator.authenticate(credentials, note)
    return { server, ask }
  }
  const lastOf = (server: TestHttpServer) => server.requests().at(-1)

  test('gets the body as JSON, with the headers of the settings and nothing hidden in it', async () => {
    const { server, ask } = await started({
      ...post,
      body: { id: '${clientid}', site: '${client_attrs.site}', none: '${cert_subject}', text: 'x ${username}' },
      headers: { 'X-Token': 'abc', 'Keep-Alive': 'timeout=1' },
    })
    await ask(login('a"\\\n'))
    expect(JSON.parse(lastOf(server)?.body ?? '')).toEqual({ id: 'c/1', site: 'a b', none: '', text: 'x a"\\\n' })
    expect(lastOf(server)).toMatchObject({
      method: 'POST',
      headers: { 'x-token': 'abc', 'content-type': 'application/json' },
    })
  })

  test('gets a form if the content-type is a form, and may respond with a form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { server, ask } = await started({ ...post, headers }, (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
        .end('result=allow&is_superuser=true'),
    )
    expect(await ask(login('a&b=c +ä', new Uint8Array([0xff, 0x20])))).toMatchObject({
      result: 'allow',
      isSuperuser: true,
    })
    expect(lastOf(server)?.body).toBe('username=a%26b%3Dc%20%2B%C3%A4&password=%FF%20')
  })

  test('gets the path and query of the settings, with any username', async () => {
    const { server, ask } = await started({
      method: 'get',
      url: '/users/${username}/of/${clientid}?x=1&name=${username}',
      body: { more: '${zone}' },
      headers: { 'content-type': 'application/json' },
    })
    await ask(login('../b?c=d#e&f'))
    expect(lastOf(server)).toMatchObject({
      method: 'GET',
      target: '/users/..%2Fb%3Fc%3Dd%23e%26f/of/c%2F1?x=1&name=..%2Fb%3Fc%3Dd%23e%26f&more=default',
      body: '',
    })
    expect(lastOf(server)?.headers).not.toHaveProperty('content-type')
    await expect(ask(login('..'))).rejects.toThrow('change the target')
    expect(server.requests()).toHaveLength(1)
  })

  test('accepts with status 204 and ignores with any other status or body', async () => {
    const { server, ask } = await started()
    const answers: readonly (readonly [HttpAnswerer, string])[] = [
      [(_, response) => void response.writeHead(204).end(), 'allow'],
      [json({ result: 'deny' }), 'deny'],
      [json({ result: 'ignore' }), 'ignore'],
      [json({ result: 'yes' }), 'ignore'],
      [json({}), 'ignore'],
      [json([]), 'ignore'],
      [(_, response) => void response.writeHead(200).end('{"result": "allow"}'), 'ignore'],
      [(_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'), 'ignore'],
      [(_, response) => void response.writeHead(401).end('{"result": "allow"}'), 'ignore'],
      [(_, response) => void response.writeHead(500).end(), 'ignore'],
      [(_, response) => void response.writeHead(302, { location: '/other' }).end(), 'ignore'],
    ]
    for (const [answer, result] of answers) {
      server.answer(answer)
      expect(await ask()).toMatchObject({ result })
    }
    // The redirect was not followed.
    expect(server.requests()).toHaveLength(answers.length)
  })

  test('can respond with attributes, rules and an expiry time', async () => {
    const end = Math.floor(Date.now() / 1000) + 60
    const { ask } = await started(
      post,
      json({
        result: 'allow',
        client_attrs: { site: 'x', number: 1 },
        expire_at: end,
        acl: [{ permission: 'allow', action: 'publish', topic: 'a/${clientid}' }],
      }),
    )
    const answer = await ask()
    expect(answer).toMatchObject({
      result: 'allow',
      isSuperuser: false,
      attributes: { site: 'x' },
      expiresAt: end * 1000,
    })
    const acl = answer.result === 'allow' ? answer.acl : undefined
    const client = clientInfoWith({ clientId: 'c1', acl })
    const may = (topic: string) =>
      answerByClientAcl(client, { type: 'publish', topic, qos: 0, retain: false }, Date.now())
    expect([may('a/c1'), may('a/c2')]).toEqual(['allow', 'nomatch'])
  })

  test('rejects if expire_at or a rule in the response is invalid', async () => {
    const { server, ask } = await started()
    for (const wrong of [
      { expire_at: 1 },
      { expire_at: 'tomorrow' },
      { expire_at: Date.now() + 60_000 },
      { acl: [{ permission: 'maybe' }] },
    ]) {
      server.answer(json({ result: 'allow', ...wrong }))
      expect([wrong, await ask()]).toEqual([wrong, { result: 'deny', reasonCode: 0x86 }])
    }
  })

  test('is disconnected if its response is too large, and gets the next request', async () => {
    const { server, ask } = await started(post, (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(defaultMaxAnswer)}"`),
    )
    await expect(ask()).rejects.toThrow(`more than ${defaultMaxAnswer} bytes`)
    server.answer(json({ result: 'allow' }))
    expect(await ask()).toMatchObject({ result: 'allow' })
  })

  test('is noted without the password and the headers', async () => {
    const { ask } = await started(
      { method: 'get', url: '/a?p=${password}', body: { p: '${password}' }, headers: { authorization: 'Bearer xyz' } },
      json({ result: 'allow' }),
    )
    const reported: string[] = []
    await ask(login('ann', 'geheim'), (what, detail = '') => reported.push(what, detail))
    expect(reported.join('\n')).toMatch(/\/a\?p=/)
    expect(reported.join('\n')).not.toMatch(/geheim|xyz/)
  })

  test('gets no password in JSON if the password is not text', async () => {
    const { server, ask } = await started()
    await expect(ask(login('ann', new Uint8Array([0xff])))).rejects.toThrow('not UTF-8')
    expect(server.requests()).toHaveLength(0)
  })
})

describe('settings', () => {
  const url = 'http://127.0.0.1/'
  test('that are invalid are rejected with the name of the field', () => {
    const refusal = (settings: object): unknown => {
      try {
        create({ ...post, url, ...settings })
      } catch (error) {
        return error instanceof Error && 'field' in error ? error.field : error
      }
      return undefined
    }
    expect(refusal({ body: { topic: '${topic}' } })).toBe('body.topic')
    expect(refusal({ url: `${url}\${nobody}` })).toBe('url')
    expect(refusal({ headers: { 'content-type': 'text/plain' } })).toBe('headers')
    for (const wrong of ['ftp://x/', 'http://a:b@x/', 'http://x/#y', 'https://x/', 'http://${clientid}/', 'x'])
      expect([wrong, refusal({ url: wrong })]).toEqual([wrong, expect.any(Error)])
    expect(refusal({})).toBeUndefined()
  })
})
