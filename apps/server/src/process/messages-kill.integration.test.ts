import { join } from 'node:path'
import { connectMqttJs, createTempFolder, freePorts, startProcess, startTimeoutMs } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { program } from './test-program.ts'

test('retained messages on disc and delayed messages survive SIGKILL, retained messages in RAM do not', async () => {
  const folder = await createTempFolder()
  const [port = 0, mqtt = 0] = await freePorts(2)
  let token = ''
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v5${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    // According to the contract. Only these fields are read.
    return (await response.json()) as { readonly token: string; readonly data: readonly Listed[] }
  }
  const launch = async () => {
    const server = startProcess({
      command: process.execPath,
      args: [program],
      cwd: folder.path,
      env: {
        MQDECK_DATA_DIR: join(folder.path, 'data'),
        MQDECK_DASHBOARD_PORT: String(port),
        MQDECK_TCP_PORT: String(mqtt),
        ...Object.fromEntries(['SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
      },
    })
    await server.line(/http:/, startTimeoutMs)
    token = (await call('POST', '/login', { username: 'admin', password: 'public' })).token
    return server
  }
  const listed = async (path: string) => (await call('GET', path)).data.map(({ topic }) => topic)
  const retained = () => listed('/mqdeck/retained?topic=kept/%23')
  const delayed = () => listed('/mqtt/delayed/messages')

  const first = await launch()
  const { client } = await connectMqttJs({ host: '127.0.0.1', port: mqtt }, { clientId: 'c', reconnectPeriod: 0 })
  await client.publishAsync('kept/1', 'x', { qos: 1, retain: true })
  await client.publishAsync('$delayed/600/later', 'x', { qos: 1 })
  await first.kill()

  const second = await launch()
  expect([await retained(), await delayed()]).toEqual([['kept/1'], ['later']])
  await call('PUT', '/mqtt/retainer', { backend: { storage_type: 'ram' } })
  expect(await retained()).toEqual(['kept/1'])
  await second.kill()

  const third = await launch()
  expect([await retained(), await delayed()]).toEqual([[], ['later']])
  await third.stop()
  await folder.remove()
}, 180_000)

interface Listed {
  readonly topic: string
}
