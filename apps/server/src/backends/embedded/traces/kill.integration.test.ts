import { connectRaw, createTempFolder, eventually, type RunningProcess, startProcess } from '@mqdeck/testkit'
import { expect, test } from 'vitest'

/** The whole server as a process of its own. */
async function startServer(folder: string) {
  const own = new URL('../../../server.ts', import.meta.url).href
  const settings = {
    data_dir: folder,
    'dashboard.port': 0,
    'listeners.tcp.port': 0,
    'listeners.ssl.enable': false,
    'listeners.ws.enable': false,
    'listeners.wss.enable': false,
  }
  const source = `
    import { startServer } from ${JSON.stringify(own)}
    const { urls, ports } = await startServer({ settings: ${JSON.stringify(settings)} })
    console.log('listening ' + ports.tcp + ' ' + urls.api)`
  const child = startProcess({
    command: process.execPath,
    args: ['--import', 'tsx', '--input-type=module', '--eval', source],
    cwd: import.meta.dirname,
  })
  const [, port, api = ''] = (await child.line(/^listening \d+ http/, 60_000)).split(' ')
  return { child, api, endpoint: { host: '127.0.0.1', port: Number(port) } }
}

/** What is read of answers; all else is compared as a whole. */
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

// Two whole servers are started from their sources, on a machine that may be busy.
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
