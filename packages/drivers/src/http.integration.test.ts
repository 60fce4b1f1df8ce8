import { clientTls, toPlain, type WireValue } from '@mqdeck/contract'
import { type HttpAnswerer, startHttpServer, testAuthority } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpConnection, type HttpSettings, httpType } from './http.ts'

const ok: HttpAnswerer = ({ target }, response) => void response.end(target)
const never: HttpAnswerer = () => {}
const tlsWith = (changes: Partial<WireValue<typeof clientTls>> = {}) =>
  toPlain(clientTls, clientTls.schema.parse({ enable: true, verify: 'verify_peer', ...changes }))

const settingsFor = (origin: string, changes: Partial<HttpSettings> = {}): HttpSettings => ({
  origin,
  pool_size: 2,
  enable_pipelining: 1,
  connect_timeout: 5_000,
  ssl: tlsWith(),
  folder: '/nowhere',
  ...changes,
})

async function opened(settings: HttpSettings): Promise<HttpConnection> {
  const type = httpType(settings)
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(() => type.close(connection))
  return connection
}

async function started(how: HttpAnswerer, changes: Partial<HttpSettings> = {}) {
  const server = await startHttpServer()
  onTestFinished(server.down)
  server.answer(how)
  const connection = await opened(settingsFor(server.origin, changes))
  const get = (path: string, ms = 5_000) => connection.request({ method: 'GET', path, headers: {} }, ms)
  return { server, get, connection }
}

test('at most the configured number of connections is open, and connections are reused', async () => {
  const ports = new Set<number | undefined>()
  const { get } = await started(
    (request, response) => {
      ports.add(response.socket?.remotePort)
      ok(request, response)
    },
    { pool_size: 3 },
  )
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/${index}`)))
  expect(ports.size).toBeGreaterThan(1)
  expect(ports.size).toBeLessThanOrEqual(3)
})

test('requests are sent one after the other without pipelining, and together with it', async () => {
  for (const [enable_pipelining, together] of [
    [1, 1],
    [3, 3],
  ] as const) {
    let waiting: (() => void)[] = []
    let most = 0
    const { get } = await started(
      (request, response) => {
        waiting = [...waiting, () => ok(request, response)]
        most = Math.max(most, waiting.length)
        // Once nothing more comes.
        setTimeout(() => {
          for (const answer of waiting.splice(0)) answer()
        }, 50)
      },
      { pool_size: 1, enable_pipelining },
    )
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => get(path)))
    expect(answers.map(({ body }) => body)).toEqual(['/a', '/b', '/c'])
    expect([enable_pipelining, most]).toEqual([enable_pipelining, together])
  }
})

test('a missing response times out, also on a busy connection, and the next request is sent', async () => {
  const { server, get } = await started(never, { pool_size: 1 })
  const both = await Promise.allSettled([get('/a', 50), get('/b', 60)])
  expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
    'no answer within 50 ms',
    'no answer within 60 ms',
  ])
  server.answer(ok)
  expect(await get('/c')).toMatchObject({ status: 200, body: '/c' })
})

test('reconnects to a server that was down', async () => {
  const { server, get } = await started(ok)
  expect(await get('/a')).toMatchObject({ body: '/a' })
  await server.down()
  await expect(get('/b')).rejects.toThrow(/ECONNREFUSED|closed/)
  await server.up()
  expect(await get('/c')).toMatchObject({ body: '/c' })
})

test('connection headers are set by the client, and other headers are sent unchanged', async () => {
  const { server, connection } = await started(ok)
  const headers = { Connection: 'close', 'Keep-Alive': 'timeout=1', 'Transfer-Encoding': 'x', 'X-Own': '1' }
  await connection.request({ method: 'POST', path: '/', headers, body: 'ä' }, 5_000)
  const [{ headers: received, body } = { headers: {}, body: '' }] = server.requests()
  expect(received).toMatchObject({ connection: 'keep-alive', 'content-length': '2', 'x-own': '1' })
  expect(body).toBe('ä')
})

test('a request that cannot be sent is rejected and not repeated', async () => {
  const { connection } = await started(ok)
  const request = { method: 'GET', path: '/', headers: { authorization: 'Bearer geheim\r\nx: y' } } as const
  await expect(connection.request(request, 5_000)).rejects.toThrow(/^(?!.*geheim)/)
})

test('a certificate for another host name or from an untrusted CA is rejected', async () => {
  const authority = await testAuthority()
  const other = await testAuthority('Another CA')
  const server = await startHttpServer(await authority.issue())
  onTestFinished(server.down)
  server.answer(ok)
  const connect = (changes: Partial<WireValue<typeof clientTls>>) =>
    opened(settingsFor(server.origin, { ssl: tlsWith(changes) }))
  const connection = await connect({ cacertfile: authority.cert })
  expect(await connection.request({ method: 'GET', path: '/x', headers: {} }, 5_000)).toMatchObject({ body: '/x' })
  await expect(connect({ cacertfile: other.cert })).rejects.toThrow('certificate')
  await expect(connect({ cacertfile: authority.cert, server_name_indication: 'elsewhere' })).rejects.toThrow(
    'elsewhere',
  )
  await expect(connect({ enable: false })).rejects.toThrow('TLS is disabled')
  await connect({ cacertfile: other.cert, verify: 'verify_none' })
})

test('a timeout of months is neither an error nor unlimited', async () => {
  for (const ms of [60 * 86_400_000, 30 * 86_400_000]) {
    const { get } = await started((request, response) => setTimeout(() => ok(request, response), 20), {
      connect_timeout: ms,
    })
    expect(await get('/a', ms)).toMatchObject({ status: 200, body: '/a' })
  }
})
