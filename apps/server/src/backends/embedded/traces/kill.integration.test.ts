import { join } from 'node:path'
import {
  connectRaw,
  createTempFolder,
  eventually,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
} from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { program } from '../../../process/test-program.ts'

async function startServer(folder: string) {
  const [http = 0, port = 0] = await freePorts(2)
  const child = startProcess({
    command: process.execPath,
    args: [program],
    cwd: folder,
    env: {
      MQDECK_DATA_DIR: join(folder, 'data'),
      MQDECK_DASHBOARD_PORT: `${http}`,
      MQDECK_TCP_PORT: `${port}`,
      ...Object.fromEntries(['SSL', 'WS', 'WSS'].map((type) => [`MQDECK_${type}_ENABLE`, 'false'])),
    },
  })
  await child.line(/Ctrl-C/, startTimeoutMs)
  return { child, api: `http://127.0.0.1:${http}/api/v5`, endpoint: { host: '127.0.0.1', port } }
}

/** Response fields that the test reads. Other responses are compared as a whole. */
interface TestResponse {
  readonly token: string
  readonly items: string
}

async function callsTo(api: string) {
  const send = async (method: string, path: string, body?: object, token = ''): Promise<TestResponse> => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return JSON.parse(await answer.text())
  }
  const { token } = await send('POST', '/login', { username: 'admin', password: 'public' })
  return (method: string, path: string, body?: object) => send(method, path, body, token)
}

test('a trace survives SIGKILL: its lines are kept, and it continues', async () => {
  const folder = await createTempFolder()
  const running: RunningProcess[] = []
  try {
    const first = await startServer(folder.path)
    running.push(first.child)
    const before = await callsTo(first.api)
    const end_at = Math.floor(Date.now() / 1000) + 3600
    await before('POST', '/trace', { name: 'kept', type: 'clientid', clientid: 'c1', formatter: 'json', end_at })
    const client = await connectRaw(first.endpoint, { clientId: 'c1' })
    for (let number = 0; number < 500; number += 1) await client.publish('t', `${number}`, { qos: 1 })
    const seen = (await before('GET', '/trace/kept/log?bytes=10000000')).items
    expect(seen.match(/publish_to/g)).toHaveLength(500)
    await first.child.kill()

    const second = await startServer(folder.path)
    running.push(second.child)
    const after = await callsTo(second.api)
    expect(await after('GET', '/trace')).toMatchObject([{ name: 'kept', status: 'running', formatter: 'json' }])
    const again = await connectRaw(second.endpoint, { clientId: 'c1' })
    await again.publish('t', 'again', { qos: 1 })
    const text = await eventually(
      async () => {
        const { items } = await after('GET', '/trace/kept/log?bytes=10000000')
        return items.includes('"payload":"again"') && items
      },
      () => 'nothing was traced after the restart',
    )
    expect(text.startsWith(seen)).toBe(true)
    for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('meta.clientid', 'c1')
  } finally {
    await Promise.all(running.map((child) => child.kill()))
    await folder.remove()
  }
}, 150_000)
