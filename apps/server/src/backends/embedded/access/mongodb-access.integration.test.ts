import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cheapPasswordCost, createTempFolder, type MongoPeer, startMongoPeer, type TempFolder } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts } from '../../../test-server.ts'

let peer: MongoPeer
let folder: TempFolder
beforeAll(async () => {
  const open = async () => {
    peer = await startMongoPeer()
  }
  const openFolder = async () => {
    folder = await createTempFolder()
  }
  await Promise.all([open(), openFolder()])
})
afterAll(async () => {
  await peer?.close()
  await folder?.remove()
})

/** A server with this folder, signed in as administrator. */
async function start() {
  const server = await startServer({
    settings: { data_dir: folder.path, ...freePorts },
    passwordCost: cheapPasswordCost,
  })
  let token = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.urls.api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const said: { readonly token?: unknown; readonly id?: unknown } = text === '' ? {} : JSON.parse(text)
    return { status: response.status, body: said }
  }
  const { body: login } = await call('POST', '/login', { username: 'admin', password: 'public' })
  token = String(login.token)
  return { call, stop: server.stop }
}

const authn = '/authentication/password_based%3Amongodb'
const authz = '/authorization/sources/mongodb'
const filter = { $or: [{ username: '${username}' }, { 'site.name': 'a "b"', n: 3 }], active: true, tags: [] }
const reach = () => ({
  mongo_type: 'single',
  server: `127.0.0.1:${peer.ports[0]}`,
  username: peer.username,
  password: peer.password,
  database: 'mqtt',
  collection: 'c',
  filter,
  topology: { connect_timeout_ms: '3s' },
})
const authenticator = () => ({ ...reach(), mechanism: 'password_based', backend: 'mongodb' })

const refused: readonly (readonly [changes: object, field: string, reason: string])[] = [
  [{ filter: { '${username}': 1 } }, 'filter', 'placeholders are not allowed in field names'],
  [{ filter: { a: '${topic}' } }, 'filter', 'the placeholder ${topic} is not available here'],
  [{ filter: 'username' }, 'filter', 'must be an object'],
  [{ use_legacy_protocol: true }, 'use_legacy_protocol', 'is not supported'],
  [{ mongo_type: 'rs', servers: 'a,b' }, 'replica_set_name', 'required_field'],
]

test('settings are returned with defaults and a masked password, which are kept when they are sent back', async () => {
  const { call, stop } = await start()
  expect(await call('POST', '/authentication', authenticator())).toMatchObject({ status: 200 })
  const { body } = await call('GET', authn)
  expect(body).toMatchObject({
    password: '******',
    filter,
    salt_field: 'salt',
    pool_size: 8,
    srv_record: false,
    use_legacy_protocol: 'auto',
    topology: { connect_timeout_ms: '3s', heartbeat_frequency_ms: '200s', max_overflow: 0 },
  })
  const { id: _, ...shown } = body
  expect((await call('PUT', authn, shown)).status).toBe(204)
  expect((await call('GET', `${authn}/status`)).body).toMatchObject({ status: 'connected' })
  expect((await call('POST', '/authorization/sources', { ...reach(), type: 'mongodb' })).status).toBe(204)
  await stop()
})

test('the filter is the same after a restart, also if edited manually; an invalid one is rejected with its field', async () => {
  const first = await start()
  expect((await first.call('GET', authn)).body).toMatchObject({ filter })
  expect((await first.call('GET', authz)).body).toMatchObject({ filter, limit: 1000, skip: 0 })
  for (const path of [authn, authz])
    expect((await first.call('GET', `${path}/status`)).body).toMatchObject({ status: 'connected' })
  await first.stop()

  const file = join(folder.path, 'configs', 'cluster.hocon')
  const { server, username, password } = reach()
  await writeFile(
    file,
    `authentication = [{
      mechanism = password_based, backend = mongodb, mongo_type = single, server = "${server}"
      database = mqtt, collection = c, username = ${username}, password = "${password}"
      filter { username = "\${username}", device.id = "x-\${clientid}" }
    }]\n`,
  )
  const second = await start()
  const own = { username: '${username}', device: { id: 'x-${clientid}' } }
  expect((await second.call('GET', authn)).body).toHaveProperty('filter', own)
  expect((await second.call('GET', `${authn}/status`)).body).toMatchObject({ status: 'connected' })

  for (const [changes, field, reason] of refused) {
    const { status, body } = await second.call('PUT', authn, { ...authenticator(), ...changes })
    expect([changes, status]).toEqual([changes, 400])
    expect(JSON.stringify(body)).toContain(field)
    expect(JSON.stringify(body)).toContain(reason)
  }
  await second.stop()
})
