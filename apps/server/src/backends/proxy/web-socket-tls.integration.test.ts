import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cheapPasswordCost,
  connectMqttJs,
  createTempFolder,
  freePort,
  openWebSocketTo,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../server.ts'
import { freePorts } from '../../test-server.ts'

/** A cluster whose `wss` listener has a certificate of an unknown CA, as in EMQX by default. */
let folder: TempFolder
let cluster: RunningServer
let front: RunningServer
let token: string

beforeAll(async () => {
  folder = await createTempFolder()
  const port = await freePort()
  cluster = await startServer({
    settings: { data_dir: folder.path, ...freePorts, 'listeners.wss.port': port },
    passwordCost: cheapPasswordCost,
  })
  front = await startProxyWith({})
  token = await signIn(front)
})
afterAll(async () => {
  await front.stop()
  await cluster.stop()
  await folder.remove()
})

const startProxyWith = (settings: { readonly broker_ca_file?: string }) =>
  startServer({ settings: { broker: [cluster.urls.dashboard], 'dashboard.port': 0, ...settings } })

async function signIn({ urls }: RunningServer): Promise<string> {
  const answer = await fetch(`${urls.api}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin","password":"public"}',
  })
  return ((await answer.json()) as { token: string }).token // EMQX's format
}

async function certificate(server: RunningServer, id: string, authorization = `Bearer ${token}`) {
  const answer = await fetch(`${server.urls.api}/mqdeck/listeners/${id}/certificate`, { headers: { authorization } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> } // our own JSON
}

const path = '/mqdeck/ws/wss:default/mqtt'

function open(server: RunningServer, more: readonly string[] = [], bearer = token) {
  const subprotocols = ['mqtt', `mqdeck.bearer.${Buffer.from(bearer).toString('base64url')}`, ...more]
  return openWebSocketTo({ transport: 'ws', host: '127.0.0.1', port: server.ports.dashboard, path, subprotocols })
}

async function statusOf(server: RunningServer, more: readonly string[]): Promise<number> {
  const socket = open(server, more)
  const [, { statusCode }] = await once(socket, 'unexpected-response')
  socket.on('error', () => {})
  socket.terminate()
  return statusCode
}

async function connectThrough(server: RunningServer, clientId: string, more: readonly string[], bearer = token) {
  const mqtt = await connectMqttJs(
    { transport: 'ws', host: '127.0.0.1', port: server.ports.dashboard, path },
    { clientId, createWebsocket: () => open(server, more, bearer) as never }, // as MQTT.js generates it
  )
  expect(cluster.broker.client(clientId)?.info.listener).toBe('wss:default')
  await mqtt.end()
}

describe('a wss listener with a certificate of an unknown authority', () => {
  it('is not used, and the certificate is returned with its problems', async () => {
    expect(await statusOf(front, [])).toBe(502)
    const { status, body } = await certificate(front, 'wss:default')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      problems: ['untrusted'],
      reason: expect.stringMatching(/^[A-Z_]+$/),
      subject: expect.stringContaining('CN='),
      issuer: expect.stringContaining('CN='),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(Date.parse(String(body.not_after))).toBeGreaterThan(Date.parse(String(body.not_before)))
  })

  it('is used if the caller accepts its fingerprint, and not with another fingerprint', async () => {
    const { body } = await certificate(front, 'wss:default')
    await connectThrough(front, 'pinned', [`mqdeck.certificate.${body.fingerprint}`])
    expect(await statusOf(front, [`mqdeck.certificate.${'0'.repeat(64)}`])).toBe(502)
  })

  it('is used if MQDECK_BROKER_CA_FILE contains the CA', async () => {
    const file = join(folder.path, 'certs/cacert.pem')
    expect(readFileSync(file, 'utf8')).toContain('BEGIN CERTIFICATE')
    const trusting = await startProxyWith({ broker_ca_file: file })
    const own = await signIn(trusting)
    expect((await certificate(trusting, 'wss:default', `Bearer ${own}`)).body).toMatchObject({
      problems: [],
      reason: null,
    })
    await connectThrough(trusting, 'trusted', [], own)
    await trusting.stop()
  })
})

it('forwards to the wss listener of the embedded broker without verifying its certificate', async () => {
  await connectThrough(cluster, 'own', [])
})

it('returns certificates only to callers who may read the listeners, and only of wss listeners', async () => {
  expect((await certificate(front, 'wss:default', 'Bearer nope')).status).toBe(401)
  expect((await certificate(front, 'wss:none')).status).toBe(404)
  expect((await certificate(front, 'tcp:default')).status).toBe(404)
})
