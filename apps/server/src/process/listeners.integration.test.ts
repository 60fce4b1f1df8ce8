import { join } from 'node:path'
import {
  connectMqttJs,
  createTempFolder,
  freePorts,
  type RunningProcess,
  startProcess,
  startTimeoutMs,
  type TempFolder,
  testCertificate,
} from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program } from './test-program.ts'

let folder: TempFolder
let http = 0
let tcp = 0
let ssl = 0
const started: RunningProcess[] = []

beforeEach(async () => {
  folder = await createTempFolder()
  const [one = 0, two = 0, three = 0] = await freePorts(3)
  http = one
  tcp = two
  ssl = three
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await folder.remove()
})

function launch(): RunningProcess {
  const launched = startProcess({
    command: process.execPath,
    args: [program],
    cwd: folder.path,
    env: {
      MQDECK_DATA_DIR: join(folder.path, 'data'),
      MQDECK_DASHBOARD_PORT: String(http),
      MQDECK_TCP_ENABLE: 'false',
      MQDECK_SSL_ENABLE: 'false',
      MQDECK_WS_ENABLE: 'false',
      MQDECK_WSS_ENABLE: 'false',
    },
  })
  started.push(launched)
  return launched
}

async function start(): Promise<RunningProcess> {
  const launched = launch()
  await launched.line(/Ctrl-C/, startTimeoutMs)
  return launched
}

async function post(path: string, body: object, token = ''): Promise<{ readonly token: string }> {
  const response = await fetch(`http://127.0.0.1:${http}/api/v5${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(`${response.status} ${response.ok ? '' : text}`).toBe('200 ')
  return JSON.parse(text)
}

const connectSecurely = (ca: string) =>
  connectMqttJs({ host: '127.0.0.1', port: ssl, transport: 'tls' }, { ca, rejectUnauthorized: true })

describe('listeners created at run time', { timeout: 4 * startTimeoutMs }, () => {
  it('are restored after kill -9, and shown in the start message', async () => {
    const { cert, key } = await testCertificate()
    const first = await start()
    const { token } = await post('/login', { username: 'admin', password: 'public' })
    const ssl_options = { certfile: cert, keyfile: key }
    await post('/listeners', { type: 'ssl', name: 'extra', bind: `127.0.0.1:${ssl}`, ssl_options }, token)
    await post('/listeners', { type: 'tcp', name: 'extra', bind: `127.0.0.1:${tcp}` }, token)
    await first.kill()

    const second = await start()
    await second.line(new RegExp(`127\\.0\\.0\\.1:${ssl} +MQTT over TLS \\(ssl:extra\\)`))
    await (await connectSecurely(cert)).end()
    await (await connectMqttJs({ host: '127.0.0.1', port: tcp })).end()
  })
})
