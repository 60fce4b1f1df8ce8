import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { cheapPasswordCost, freePort } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'
import { connectStompClient } from './test-stomp-client.ts'

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
})
afterAll(() => stage?.stop())

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'plain', salt_position: 'disable' },
}

test('gateways are in the configuration file, run again after a restart, and do not stop it if they cannot start', async () => {
  const port = await freePort()
  const listeners = [{ type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }]
  await stage.call('PUT', '/gateways/stomp', { frame: { max_headers: 33 }, listeners })
  await stage.call('POST', '/gateways/stomp/authentication', builtIn)
  await stage.call('POST', '/gateways/stomp/authentication/users', { user_id: 'ann', password: 'secret' })
  const text = readFileSync(join(stage.folder, 'configs', 'cluster.hocon'), 'utf8')
  expect(text).toContain('max_headers = 33')
  await stage.server.stop()
  const settings = { data_dir: stage.folder, ...freePorts }
  const device = async () => {
    const { socket, next } = await connectStompClient(port, ['login:ann', 'passcode:secret'])
    const frame = await next()
    socket.destroy()
    return frame
  }
  const again = await startServer({ settings, passwordCost: cheapPasswordCost })
  expect(await device()).toContain('CONNECTED')
  await again.stop()

  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  const third = await startServer({ settings, passwordCost: cheapPasswordCost })
  const headers = { authorization: `Bearer ${stage.token()}` }
  const get = async (path: string) => (await (await fetch(`${third.urls.api}${path}`, { headers })).json()) as unknown
  expect(await get('/gateways/stomp')).toMatchObject({ status: 'stopped', enable: true })
  expect(JSON.stringify(await get('/alarms'))).toContain('gateway:stomp')
  taken.close()
  await once(taken, 'close')
  const enabled = await fetch(`${third.urls.api}/gateways/stomp/enable/true`, { method: 'PUT', headers })
  expect(enabled.status).toBe(204)
  expect(await device()).toContain('CONNECTED')
  expect(JSON.stringify(await get('/alarms'))).not.toContain('gateway:stomp')
  await third.stop()
})
