import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { grpcMethod, loadGrpc } from '@mqdeck/drivers'
import { cheapPasswordCost, freePort, testCertificate } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'

const proto = readFileSync(
  fileURLToPath(new URL('../../../../../../examples/exproto/exproto.proto', import.meta.url)),
  'utf8',
)

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
})
afterAll(() => stage?.stop())

/** Error code of a connection to an address; undefined if it succeeds. */
const connectError = (host: string, port: number) =>
  new Promise<string | undefined>((resolve) => {
    const socket = connectTcp(port, host, () => {
      socket.destroy()
      resolve(undefined)
    })
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })

const load = async (server: object) => {
  const handler = { address: `http://127.0.0.1:${await freePort()}` }
  const answer = await stage.call('PUT', '/gateways/exproto', { server, handler, listeners: [] })
  return { ...answer, text: JSON.stringify(answer.body) }
}

/** Calls RawPublish as a handler that belongs to the gateway does. */
async function rawPublish(port: number, topic: string): Promise<Readonly<Record<string, unknown>>> {
  const loaded = await loadGrpc(proto)
  const client = new loaded.grpc.Client(`127.0.0.1:${port}`, loaded.grpc.credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  })
  onTestFinished(() => client.close())
  const { path, request, response } = grpcMethod(loaded, 'emqx.exproto.v1.ConnectionAdapter', 'RawPublish')
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(
      path,
      request.encode,
      response.decode,
      { topic, qos: 1, payload: Buffer.from('x') },
      (error, answer) => (error ? reject(error) : resolve(answer ?? {})),
    ),
  )
}

test('a gRPC server with only a port listens on the address of the broker, and its messages need authorization', async () => {
  const port = await freePort()
  expect(await load({ bind: String(port) })).toMatchObject({ status: 204 })
  expect(await connectError('127.0.0.1', port)).toBeUndefined()
  expect(await connectError('127.0.0.2', port)).toBe('ECONNREFUSED')
  const rules =
    '{allow, {ipaddr, "127.0.0.1"}, publish, ["open/near"]}.\n' +
    '{deny, {clientid, "exproto"}, publish, ["cmd/#", "open/#", "$SYS/#"]}.\n{allow, all}.\n'
  expect(await stage.call('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })).toMatchObject({
    status: 204,
  })
  const { client, end } = await stage.connect('observer')
  const seen: string[] = []
  client.on('message', (topic) => seen.push(topic))
  await client.subscribeAsync(['#', '$SYS/forged'], { qos: 1 })
  for (const topic of ['cmd/open-valve', 'open/far', '$SYS/forged'])
    expect(await rawPublish(port, topic)).toEqual({
      code: 'PERMISSION_DENY',
      message: `client exproto is not authorized to publish to ${topic}`,
    })
  // The address in the rule is that of the caller.
  for (const topic of ['open/near', 'data/1']) expect(await rawPublish(port, topic)).toMatchObject({ code: 'SUCCESS' })
  await expect.poll(() => seen).toEqual(['open/near', 'data/1'])
  await end()
})

test('an address that other machines reach is refused without required client certificates', async () => {
  const port = await freePort()
  const before = await stage.call('GET', '/gateways/exproto')
  const refused = await load({ bind: `0.0.0.0:${port}` })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('gateway.exproto.server.bind')
  expect(refused.text).toContain('require client certificates')
  expect((await stage.call('GET', '/gateways/exproto')).body).toEqual(before.body)
  expect(await connectError('127.0.0.1', port)).toBe('ECONNREFUSED')
})

test('the TLS of the gRPC server is removed by a change of the server without it, and needs a certificate and a key', async () => {
  const port = await freePort()
  const { cert: certfile, key: keyfile } = await testCertificate()
  const tls = async () => {
    const { body } = await stage.call('GET', '/gateways/exproto')
    const { server } = body as unknown as { readonly server: { readonly ssl_options?: object } }
    return server.ssl_options !== undefined
  }
  expect(await load({ bind: `127.0.0.1:${port}`, ssl_options: { certfile, keyfile } })).toMatchObject({ status: 204 })
  expect(await tls()).toBe(true)
  await expect(rawPublish(port, 'a')).rejects.toThrow('UNAVAILABLE')
  for (const field of ['certfile', 'keyfile']) {
    const refused = await load({ bind: `127.0.0.1:${port}`, ssl_options: { certfile, keyfile, [field]: '' } })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(`ssl_options.${field}`)
    expect(refused.text).toContain('Missing Cert or Key content for gRPC ConnectionAdapter')
  }
  expect(await tls()).toBe(true)
  expect(await load({ bind: `127.0.0.1:${port}` })).toMatchObject({ status: 204 })
  expect(await tls()).toBe(false)
  expect(await rawPublish(port, 'a')).toMatchObject({ code: 'SUCCESS' })
})

test('a stored address that other machines reach does not start the gateway, which an alarm reports', async () => {
  const [port, moved] = [await freePort(), await freePort()]
  const other = await startTestServer()
  const handler = { address: 'http://127.0.0.1:1' }
  const server = { bind: `127.0.0.1:${port}` }
  expect(await other.call('PUT', '/gateways/exproto', { server, handler, listeners: [] })).toMatchObject({
    status: 204,
  })
  const file = join(other.folder, 'configs', 'cluster.hocon')
  await other.server.stop()
  onTestFinished(() => other.stop())
  await writeFile(file, (await readFile(file, 'utf8')).replace(`127.0.0.1:${port}`, `0.0.0.0:${moved}`))
  const again = await startServer({
    settings: { data_dir: other.folder, ...freePorts },
    passwordCost: cheapPasswordCost,
  })
  onTestFinished(() => again.stop())
  const headers = { authorization: `Bearer ${other.token()}` }
  const get = async (path: string) => (await (await fetch(`${again.urls.api}${path}`, { headers })).json()) as unknown
  expect(await get('/gateways/exproto')).toMatchObject({ status: 'stopped', enable: true })
  expect(JSON.stringify(await get('/alarms'))).toContain('must be a loopback address')
  expect(await connectError('127.0.0.1', moved)).toBe('ECONNREFUSED')
})
