import { readInput, variants } from '@mqdeck/contract'
import { systemClock } from '@mqdeck/kit'
import { createScramClient, createTempStore, freePort, type HttpAnswerer, startHttpServer } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createScramKeys } from '../../scram/keys.ts'

import type { Authenticator, AuthnAnswer } from '../port.ts'
import { scramHttp as manifest, type ScramHttpSettings } from './manifest.ts'
import { runtime } from './runtime.ts'

const kind = variants(manifest.structs)

async function started(changes: object, how?: HttpAnswerer) {
  const server = await startHttpServer()
  onTestFinished(server.down)
  if (how) server.answer(how)
  const wire = readInput(kind.schema, {
    mechanism: 'scram',
    backend: 'http',
    method: 'get',
    url: `${server.origin}/users/\${username}?client=\${clientid}`,
    ...changes,
  })
  const { store, remove } = await createTempStore()
  onTestFinished(remove)
  // Of the manifest's structs.
  const authenticator = runtime.create(kind.toPlain(wire) as ScramHttpSettings, {
    clock: systemClock,
    folder: '/nowhere',
    store,
  })
  onTestFinished(() => authenticator.stop())
  await authenticator.start()
  return { server, authenticator }
}

const json = (fields: object): HttpAnswerer => {
  return (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fields))
}

async function keysOf(hash: 'sha256' | 'sha512', password: string) {
  const { salt, storedKey, serverKey } = await createScramKeys(hash, password, 4096)
  return { salt: salt.toString('hex'), stored_key: storedKey.toString('hex'), server_key: serverKey.toString('hex') }
}

/** A complete exchange: its result, and whether the server has proved that it knows the password. */
async function exchange(authenticator: Authenticator, hash: 'sha256' | 'sha512', username: string, password: string) {
  const scram = createScramClient(hash, username, password, 'rOprNGfwEbeRWgbNEkqO')
  const own = {}
  const step = async (data: string): Promise<AuthnAnswer> =>
    authenticator.authenticate({
      client: clientInfoWith({ username: undefined }),
      password: undefined,
      method: hash === 'sha256' ? 'SCRAM-SHA-256' : 'SCRAM-SHA-512',
      data: Buffer.from(data),
      exchange: own,
    })
  const first = await step(scram.first)
  if (first.result !== 'continue') return { answer: first, isMutual: false }
  const answer = await step(scram.final(Buffer.from(first.data ?? []).toString()))
  const said = answer.result === 'allow' ? Buffer.from(answer.data ?? []).toString() : undefined
  return { answer, isMutual: said === scram.serverFinal() }
}

test.each(['sha256', 'sha512'] as const)(
  'with keys of %s from a web service, clients with the password are accepted and others are rejected',
  async (algorithm) => {
    const user = { ...(await keysOf(algorithm, 'pencil')), is_superuser: true, client_attrs: { site: 'x' } }
    const { server, authenticator } = await started({ algorithm }, json(user))
    expect(await exchange(authenticator, algorithm, 'ann/b', 'pencil')).toMatchObject({
      answer: { result: 'allow', isSuperuser: true, attributes: { site: 'x' } },
      isMutual: true,
    })
    expect(await exchange(authenticator, algorithm, 'ann/b', 'pen')).toMatchObject({ answer: { result: 'deny' } })
    expect(server.requests()[0]?.target).toBe('/users/ann%2Fb?client=c1')
  },
)

test('a response without usable keys means that the user does not exist', async () => {
  const { server, authenticator } = await started({})
  const { stored_key: _, ...half } = await keysOf('sha256', 'pencil')
  for (const answer of [
    json({}),
    json(half),
    json({ ...(await keysOf('sha256', 'pencil')), salt: 'xyz' }),
    json(await keysOf('sha512', 'pencil')),
    json({ ...(await keysOf('sha256', 'pencil')), expire_at: 1 }),
    (_, response) => void response.writeHead(204).end(),
    (_, response) => void response.writeHead(404).end(),
  ] satisfies HttpAnswerer[]) {
    server.answer(answer)
    expect(await exchange(authenticator, 'sha256', 'ann', 'pencil')).toMatchObject({ answer: { result: 'deny' } })
  }
})

test('an unreachable service decides about no client and has a reason', async () => {
  const { authenticator } = await started({ url: `http://127.0.0.1:${await freePort()}/` })
  expect(authenticator.state()).toMatchObject({ status: 'disconnected', reason: expect.stringMatching(/ECONNREFUSED/) })
  await expect(exchange(authenticator, 'sha256', 'ann', 'pencil')).rejects.toThrow('ECONNREFUSED')
})
