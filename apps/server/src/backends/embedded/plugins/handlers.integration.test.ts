import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { cheapPasswordCost, createTempFolder, eventually } from '@mqdeck/testkit'
import { create } from 'tar'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packPlugin } from '../../../process/plugin-project.ts'
import { startServer } from '../../../server.ts'
import { freePorts, startTestServer, type TestServer } from '../../../test-server.ts'
import { openPluginFolder } from './plugin-folder.ts'

const examples = fileURLToPath(new URL('../../../../../../examples/', import.meta.url))

let all: TestServer
let scratch: string
beforeAll(async () => {
  const folder = await createTempFolder()
  scratch = folder.path
  all = await startTestServer()
})
afterAll(() => all?.stop())
afterEach(async () => {
  for (const name of await names()) await all.call('DELETE', `/plugins/${name}`)
  await all.clear()
})

interface Row {
  readonly name: string
  readonly rel_vsn: string
  readonly running_status: readonly { readonly status: string; readonly status_reason?: string }[]
}
const rows = async () => (await all.get('/plugins')).body as unknown as readonly Row[]
const names = async () => (await rows()).map(({ name, rel_vsn }) => `${name}-${rel_vsn}`)
const statusOf = async (name: string) => ((await all.get(`/plugins/${name}`)).body as unknown as Row).running_status[0]
const answer = async (method: string, path: string, body?: unknown) => {
  const { status, body: got } = await all.call(method, path, body)
  return got === undefined ? String(status) : `${status} ${JSON.stringify(got)}`
}

const allow = (name: string, bytes: Uint8Array) =>
  openPluginFolder(all.folder).allow(name, createHash('sha256').update(bytes).digest('hex'))

/** Uploads a file as the dashboard does. */
async function upload(filename: string, content: Uint8Array, field = 'plugin'): Promise<string> {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(content)]), filename)
  const response = await fetch(`${all.server.urls.api}/plugins/install`, {
    method: 'POST',
    headers: { authorization: `Bearer ${all.token()}` },
    body: form,
  })
  return `${response.status} ${await response.text()}`.trim()
}

let folders = 0
/** The folder of a plugin with this code. */
async function project(code: string, release: object = {}, files: Readonly<Record<string, string>> = {}) {
  folders += 1
  const folder = join(scratch, `p${folders}`)
  const info = {
    name: 'probe',
    rel_vsn: '1.0.0',
    rel_apps: ['probe-1.0.0'],
    description: 'Probe',
    mqdeck_api: 1,
    ...release,
  }
  const every = { 'release.json': JSON.stringify(info), 'index.js': code, ...files }
  for (const [path, text] of Object.entries(every)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}
async function packed(folder: string) {
  const { file, name } = await packPlugin(folder, scratch)
  return { name, bytes: await readFile(file) }
}
async function install(folder: string) {
  const { name, bytes } = await packed(folder)
  await allow(name, bytes)
  expect(await upload(`${name}.tar.gz`, bytes)).toBe('204')
  return name
}
const start = async (folder: string) => {
  const name = await install(folder)
  expect(await answer('PUT', `/plugins/${name}/start`)).toBe('204')
  return name
}
/** A tar.gz with these entries. */
async function tarball(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  folders += 1
  const folder = join(scratch, `t${folders}`)
  for (const [path, text] of Object.entries(entries)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const file = join(scratch, `t${folders}.tar.gz`)
  await create({ gzip: true, cwd: folder, file }, await readdir(folder))
  return readFile(file)
}

/** Publishes a message, and returns what a subscriber of all topics receives. */
async function delivered(topic: string, payload: string): Promise<string | undefined> {
  const subscriber = await all.connect(`sub-${Math.random()}`)
  const publisher = await all.connect(`pub-${Math.random()}`)
  const received: string[] = []
  subscriber.client.on('message', (name, bytes) => received.push(`${name} ${bytes}`))
  await subscriber.client.subscribeAsync('#', { qos: 1 })
  await publisher.client.publishAsync(topic, payload, { qos: 1 })
  await publisher.client.publishAsync('end', '', { qos: 1 })
  await eventually(
    () => received.some((one) => one.startsWith('end ')),
    () => `received ${received.join(', ')}`,
  )
  return received.find((one) => !one.startsWith('end '))
}

test('a package that was not allowed, or another one with its name, is 403 with the command that allows it', async () => {
  const { name, bytes } = await packed(await project('export default { start() {} }'))
  const refused = /^403 .*FORBIDDEN.*`mqdeck plugin allow probe-1\.0\.0 [0-9a-f]{64}`/
  expect(await upload(`${name}.tar.gz`, bytes)).toMatch(refused)
  const other = await packed(await project('export default { start() { return 1 } }'))
  await allow(name, other.bytes)
  expect(await upload(`${name}.tar.gz`, bytes)).toMatch(refused)
  expect(await names()).toEqual([])
})

test('the example that rewrites payloads is installed, started, configured, stopped and uninstalled', async () => {
  const name = await install(join(examples, 'plugin-rewrite'))
  expect(name).toBe('payload_rewrite-1.0.0')
  expect(await statusOf(name)).toEqual({ node: expect.any(String), status: 'stopped' })
  expect(await delivered('devices/1', '{"temp":21.5,"debug":1}')).toBe('devices/1 {"temp":21.5,"debug":1}')

  expect(await answer('PUT', `/plugins/${name}/start`)).toBe('204')
  expect((await statusOf(name))?.status).toBe('running')
  expect(await delivered('devices/1', '{"temp":21.5,"debug":1}')).toBe('devices/1 {"temperature":21.5}')
  expect(await delivered('devices/1', 'no JSON')).toBe('devices/1 no JSON')
  expect(await delivered('other/1', '{"temp":1}')).toBe('other/1 {"temp":1}')

  const config = { topic: 'other/#', rename: {}, remove: [], add: { site: 'a' } }
  expect(await answer('PUT', `/plugins/${name}/config`, config)).toBe('204')
  expect(await delivered('other/1', '{"temp":1}')).toBe('other/1 {"temp":1,"site":"a"}')
  expect(await delivered('devices/1', '{"temp":1}')).toBe('devices/1 {"temp":1}')
  expect((await all.get(`/plugins/${name}/config`)).body).toEqual(config)

  expect(await answer('PUT', `/plugins/${name}/stop`)).toBe('204')
  expect(await delivered('other/1', '{"temp":1}')).toBe('other/1 {"temp":1}')
  expect(await answer('DELETE', `/plugins/${name}`)).toBe('204')
  expect(await names()).toEqual([])
  expect(await readdir(join(all.folder, 'plugins'))).toEqual(['allowed', 'plugins.json'])
})

test('a configuration that the schema or the plugin rejects is 400, and the previous one remains', async () => {
  const name = await start(join(examples, 'plugin-rewrite'))
  const good = { topic: 'devices/#', rename: {}, remove: [], add: { a: 'b' } }
  expect(await answer('PUT', `/plugins/${name}/config`, good)).toBe('204')
  const refused: readonly (readonly [object, string])[] = [
    [{ ...good, topic: 1 }, 'topic must be a text'],
    [{ ...good, more: 1 }, 'more is not a field of the schema'],
    [{ ...good, rename: { a: 1 } }, 'rename.a must be a text'],
    [{ ...good, topic: 'a#' }, `${name} rejects the configuration: \\"a#\\" is not a topic filter`],
  ]
  for (const [config, message] of refused) {
    expect(await answer('PUT', `/plugins/${name}/config`, config)).toBe(
      `400 {"code":"BAD_CONFIG","message":"${message}"}`,
    )
  }
  expect((await all.get(`/plugins/${name}/config`)).body).toEqual(good)
  expect((await statusOf(name))?.status).toBe('running')
  expect(await delivered('devices/1', '{}')).toBe('devices/1 {"a":"b"}')
})

test('the example that reports presence posts connections to its URL', async () => {
  const events: unknown[] = []
  const hook = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      events.push(...JSON.parse(text))
      response.end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void hook.close())
  const address = hook.address()
  const port = typeof address === 'object' ? address?.port : 0
  const name = await install(join(examples, 'plugin-presence'))
  const config = { url: `http://127.0.0.1:${port}/`, token: '', interval: 100 }
  expect(await answer('PUT', `/plugins/${name}/config`, config)).toBe('204')
  expect(await answer('PUT', `/plugins/${name}/start`)).toBe('204')
  const { client } = await all.connect('device-1')
  await client.endAsync()
  await eventually(
    () => events.length >= 2,
    () => JSON.stringify(events),
  )
  expect(events).toEqual([
    { event: 'connected', clientid: 'device-1', at: expect.any(Number) },
    { event: 'disconnected', clientid: 'device-1', reason: expect.any(String), at: expect.any(Number) },
  ])
})

test('packages that cannot be used are 400 with the reason, and nothing of them is left', async () => {
  const release = (more: object = {}) =>
    JSON.stringify({ name: 'probe', rel_vsn: '1.0.0', rel_apps: [], description: '', mqdeck_api: 1, ...more })
  const top = 'probe-1.0.0'
  const code = { [`${top}/${top}/index.js`]: '' }
  const packages: readonly (readonly [Uint8Array, RegExp])[] = [
    [Buffer.from('no archive'), /the archive is damaged/],
    [Buffer.alloc(0), /not a tar archive|damaged/],
    [gzipSync('no tar archive'), /not a tar archive/],
    [await tarball(code), /contains no release\.json/],
    [await tarball({ [`${top}/release.json`]: '{' }), /release\.json is not JSON/],
    [await tarball({ [`${top}/release.json`]: '{"name":"probe"}' }), /release\.json is invalid: rel_vsn/],
    [await tarball({ [`${top}/release.json`]: release({ name: 'other' }) }), /describes other-1\.0\.0/],
    [await tarball({ [`${top}/release.json`]: release() }), /contains no probe-1\.0\.0\/index\.js/],
    [await tarball({ [`${top}/release.json`]: release({ mqdeck_api: 99 }), ...code }), /version 99 of the plugin API/],
    [
      await tarball({ [`${top}/release.json`]: release({ mqdeck_main: '../../../x.js' }), ...code }),
      /must be the path of an ES module/,
    ],
    [
      await tarball({ [`${top}/release.json`]: release({ with_config_schema: true }), ...code }),
      /config_schema\.avsc is missing/,
    ],
    [
      await tarball({
        [`${top}/release.json`]: release(),
        ...code,
        [`${top}/${top}/priv/config_schema.avsc`]: '{"type":"record","name":"c","fields":[{"name":"a","type":"int"}]}',
        [`${top}/${top}/priv/config.hocon`]: 'a = text',
      }),
      /config\.hocon is not a valid configuration: a must be an integer/,
    ],
    [
      await tarball({
        [`${top}/release.json`]: release({ mqdeck_api: undefined }),
        [`${top}/${top}/ebin/probe.beam`]: 'FOR1',
      }),
      /is an Erlang plugin\. Erlang plugins run in EMQX only/,
    ],
    [gzipSync(Buffer.alloc(200 * 1024 * 1024)), /not a tar archive|contains more than/],
    [
      await tarball({ [`${top}/release.json`]: release(), [`${top}/${top}/index.js`]: 'x'.repeat(130 * 1024 * 1024) }),
      /more than|too large/,
    ],
  ]
  for (const [bytes, reason] of packages) {
    await allow(top, bytes)
    const got = await upload(`${top}.tar.gz`, bytes)
    expect(got).toMatch(/^400 .*BAD_PLUGIN_INFO/)
    expect(got).toMatch(reason)
  }
  for (const filename of ['noversion.tar.gz', 'probe-1.0.0.zip', '..-1.0.0.tar.gz'])
    expect(await upload(filename, Buffer.alloc(0))).toMatch(/^400 .*BAD_PLUGIN_INFO.*NAME-VERSION\.tar\.gz/)
  expect(await upload(`${top}.tar.gz`, Buffer.alloc(0), 'other')).toBe(
    '400 {"code":"BAD_REQUEST","message":"Please upload the file first"}',
  )
  expect(await names()).toEqual([])
  const left = (await readdir(join(all.folder, 'plugins'))).filter(
    (name) => !['allowed', 'plugins.json'].includes(name),
  )
  expect(left).toEqual([])
})

test('a package with paths outside of its folder or with links is refused', async () => {
  const file = join(scratch, 'evil.tar.gz')
  const folder = await project('export default {}')
  await create({ gzip: true, cwd: folder, file, prefix: 'probe-1.0.0/../../evil', preservePaths: true }, [
    'release.json',
  ])
  const bytes = await readFile(file)
  await allow('probe-1.0.0', bytes)
  expect(await upload('probe-1.0.0.tar.gz', bytes)).toMatch(/^400 .*unsafe path/)
})

test('another version of an installed plugin is refused, and the message names the order of the versions', async () => {
  const code = 'export default { start() {} }'
  await install(await project(code, { rel_vsn: '1.1.0' }))
  for (const [version, order] of [
    ['1.0.0', 'newer'],
    ['1.2.0', 'older'],
  ]) {
    const { name, bytes } = await packed(await project(code, { rel_vsn: version }))
    await allow(name, bytes)
    expect(await upload(`${name}.tar.gz`, bytes)).toBe(
      `400 {"code":"ALREADY_INSTALLED","message":"probe-1.1.0 is already installed, which is ${order} than ${name}. Uninstall it first."}`,
    )
  }
  expect(await names()).toEqual(['probe-1.1.0'])
})

test('a plugin that fails to start is 400 with its error, and remains stopped with the reason', async () => {
  const name = await install(await project('export default { start() { throw new Error("no licence") } }'))
  expect(await answer('PUT', `/plugins/${name}/start`)).toBe(
    `400 {"code":"UNEXPECTED_ERROR","message":"${name} has not started: no licence"}`,
  )
  expect(await statusOf(name)).toMatchObject({ status: 'stopped', status_reason: 'no licence' })
})

test.each([
  ['ends its process', 'setTimeout(() => process.exit(1), 10)', 'it has ended its own thread'],
  [
    'throws in a timer of its own',
    'setTimeout(() => { throw new Error("oops") }, 10)',
    'an error was not handled: oops',
  ],
  [
    'eats memory',
    'const all = []; setInterval(() => { for (let i = 0; i < 1e5; i++) all.push({ i, text: "x" + i }) }, 1)',
    'it needs more than 128 MB of memory',
  ],
])('a plugin that %s is stopped with the reason, and messages are still delivered', async (_, code, reason) => {
  const name = await start(await project(`export default { start() { ${code} } }`))
  await eventually(
    async () => (await statusOf(name))?.status === 'stopped',
    () => `${name} still runs`,
  )
  expect((await statusOf(name))?.status_reason).toBe(reason)
  expect(await delivered('a', 'b')).toBe('a b')
})

test('a plugin that hangs is ended, and messages pass according to its choice', async () => {
  const hang = await start(
    await project(`export default { start({ hook }) {
      hook('message.publish', () => { for (;;) {} }, { topics: ['open'], timeout: 50 })
      hook('message.publish', () => { for (;;) {} }, { topics: ['closed'], timeout: 50, onFailure: 'drop' })
    } }`),
  )
  expect(await delivered('open', '1')).toBe('open 1')
  expect(await delivered('closed', '1')).toBeUndefined()
  expect(await delivered('other', '1')).toBe('other 1')
  await eventually(
    async () => (await statusOf(hang))?.status === 'stopped',
    () => 'it still runs',
  )
  expect((await statusOf(hang))?.status_reason).toBe('it has not responded for 5 seconds')
  // The hook that closes continues to do so until the operator stops or starts the plugin.
  expect(await delivered('open', '2')).toBe('open 2')
  expect(await delivered('closed', '2')).toBeUndefined()
  expect(await answer('PUT', `/plugins/${hang}/stop`)).toBe('204')
  expect(await delivered('closed', '3')).toBe('closed 3')
})

test('plugins are called in their order, which survives a restart with their state and configuration', async () => {
  const append = (name: string) =>
    project(
      `export default { start({ hook }) { hook('message.publish', (m) => ({ payload: m.text() + '${name}' }), { topics: ['x'] }) } }`,
      { name },
    )
  const folder = await createTempFolder()
  const server = () =>
    startServer({ settings: { data_dir: folder.path, ...freePorts }, passwordCost: cheapPasswordCost })
  await start(await append('a'))
  await start(await append('b'))
  await install(await append('c'))
  expect(await delivered('x', '')).toBe('x ab')
  expect(await answer('POST', '/plugins/b-1.0.0/move', { position: 'front' })).toBe('204')
  expect(await names()).toEqual(['b-1.0.0', 'a-1.0.0', 'c-1.0.0'])
  expect(await delivered('x', '')).toBe('x ba')
  expect(await answer('POST', '/plugins/a-1.0.0/move', { position: 'after:c-1.0.0' })).toBe('204')
  expect(await names()).toEqual(['b-1.0.0', 'c-1.0.0', 'a-1.0.0'])
  for (const position of ['before:nosuch-1.0.0', 'middle', '', 'before:b-1.0.0'])
    expect(await answer('POST', '/plugins/b-1.0.0/move', { position })).toMatch(/^400 .*MOVE_FAILED/)
  expect(await answer('POST', '/plugins/nosuch-1.0.0/move', { position: 'front' })).toMatch(/^400 .*MOVE_FAILED/)

  await cp(join(all.folder, 'plugins'), join(folder.path, 'plugins'), { recursive: true })
  const next = await server()
  onTestFinished(() => next.stop())
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(`${next.urls.api}${path}`, init)
    return (await response.json()) as unknown
  }
  const { token } = (await request('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'public' }),
  })) as { readonly token: string }
  const after = (await request('/plugins', { headers: { authorization: `Bearer ${token}` } })) as readonly Row[]
  expect(after.map(({ name, running_status: [one] }) => `${name} ${one?.status}`)).toEqual([
    'b running',
    'c stopped',
    'a running',
  ])
})

test('unknown plugins are 404, except in a move', async () => {
  const paths = [
    'GET /plugins/nosuch-1.0.0',
    'DELETE /plugins/nosuch-1.0.0',
    'PUT /plugins/nosuch-1.0.0/start',
    'PUT /plugins/nosuch-1.0.0/stop',
    'GET /plugins/nosuch-1.0.0/config',
    'GET /plugins/nosuch-1.0.0/schema',
  ]
  for (const one of paths) {
    const [method = '', path = ''] = one.split(' ')
    expect(await answer(method, path)).toMatch(/^404 .*NOT_FOUND/)
  }
  expect(await answer('PUT', '/plugins/nosuch-1.0.0/config', {})).toMatch(/^404/)
})

test('a plugin authenticates and authorizes clients, publishes, subscribes and counts', async () => {
  const name = await start(
    await project(`export default { start({ hook, subscribe, publish, counter }) {
      const seen = counter('seen', 'Messages')
      hook('client.authenticate', (client, password) =>
        client.clientId === 'blocked' ? 'deny' : 'ignore')
      hook('client.authorize', ({ topic }) => topic === 'secret' ? 'deny' : 'ignore', { topics: ['secret'] })
      subscribe('ask', (message) => { seen.add(); publish({ topic: 'reply', payload: message.text() + '!' }) })
    } }`),
  )
  await expect(all.connect('blocked')).rejects.toThrow()
  const { client } = await all.connect('free')
  const received: string[] = []
  client.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
  await client.subscribeAsync('reply')
  await expect(client.subscribeAsync('secret')).rejects.toThrow('Not authorized')
  await client.publishAsync('ask', 'hello')
  await eventually(
    () => received.length === 1,
    () => 'no reply',
  )
  expect(received).toEqual(['reply hello!'])
  const scrape = async () => {
    const headers = { authorization: `Bearer ${all.token()}` }
    return (await fetch(`${all.server.urls.api}/prometheus/stats`, { headers })).text()
  }
  const line = `mqdeck_plugin_seen_total{plugin="${name}"} 1`
  await eventually(
    async () => (await scrape()).includes(line),
    () => `${line} is not in Prometheus`,
  )
  expect((await statusOf(name))?.status).toBe('running')
})
