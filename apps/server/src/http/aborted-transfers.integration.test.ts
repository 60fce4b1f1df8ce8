import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { eventually } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
  await stage.call('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
  await stage.call('POST', '/authentication/password_based%3Abuilt_in_database/users', {
    user_id: 'meter',
    password: 'p',
  })
})
afterAll(() => stage.stop())

interface Request {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

const json = (method: string, path: string, value: unknown): Request => ({
  method,
  path,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

function form(path: string, filename: string, content: Buffer): Request {
  const head = `--edge\r\nContent-Disposition: form-data; name="filename"; filename="${filename}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')])
  return { method: 'POST', path, type: 'multipart/form-data; boundary=edge', body }
}

const largeText = 'x'.repeat(200_000)
const users = Array.from({ length: 2000 }, (_, index) => ({ user_id: `u${index}`, password: 'p' }))
const userRows = users.map(({ user_id, password }) => `${user_id},${password},false\n`).join('')
const usersPath = '/authentication/password_based%3Abuilt_in_database/import_users?type=plain'

const uploads: readonly (readonly [string, () => Request])[] = [
  ['a backup', () => form('/data/files', 'half.tar.gz', randomBytes(2_000_000))],
  ['a backup of which no byte has arrived', () => form('/data/files', 'tiny.tar.gz', Buffer.alloc(8))],
  [
    'a list of users as CSV',
    () => form(usersPath, 'users.csv', Buffer.from(`user_id,password,is_superuser\n${userRows}`)),
  ],
  ['a list of users as JSON file', () => form(usersPath, 'users.json', Buffer.from(JSON.stringify(users)))],
  ['a list of users as JSON body', () => json('POST', usersPath, users)],
  ['the name of a backup to import', () => json('POST', '/data/import', { filename: `${largeText}.tar.gz` })],
  ['the name of a backup to preview', () => json('POST', '/mqdeck/data/preview', { filename: `${largeText}.tar.gz` })],
  [
    'a configuration',
    () => ({ method: 'PUT', path: '/configs', type: 'text/plain', body: Buffer.from(`# ${largeText}\nmqtt {}`) }),
  ],
  [
    'the certificate of a listener',
    () =>
      json('PUT', '/listeners/ssl:default', {
        id: 'ssl:default',
        type: 'ssl',
        bind: '127.0.0.1:0',
        ssl_options: { certfile: largeText, keyfile: largeText },
      }),
  ],
  [
    'the certificate of a connector',
    () =>
      json('POST', '/connectors', {
        type: 'http',
        name: 'half',
        url: 'https://127.0.0.1:9',
        ssl: { enable: true, cacertfile: largeText },
      }),
  ],
  ['access rules', () => json('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules: largeText })],
]

/** All paths of the data folder. */
const paths = () => readdirSync(stage.folder, { recursive: true }).map(String).sort()

/** Open files of this process in the data folder. Empty if the system does not list them. */
function openPaths(): readonly string[] {
  if (!existsSync('/proc/self/fd')) return []
  return readdirSync('/proc/self/fd')
    .flatMap((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`)
      } catch {
        return [] // the descriptor of the list itself is already closed
      }
    })
    .filter((path) => path.startsWith(stage.folder))
    .sort()
}

const state = () => ({ paths: paths(), openPaths: openPaths() })

/** The request on the server, after it has started. */
function nextRequest(path: string): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    const channel = 'http.server.request.start'
    const seen = (message: unknown) => {
      const { request: arrived } = message as { readonly request: IncomingMessage }
      if (!arrived.url?.endsWith(path)) return
      unsubscribe(channel, seen)
      resolve(arrived)
    }
    subscribe(channel, seen)
  })
}

/** `once` rejects if an error is emitted before the end. */
const closed = (stream: { readonly closed: boolean; once(event: 'close', listener: () => void): unknown }) =>
  new Promise<void>((resolve) => (stream.closed ? resolve() : stream.once('close', resolve)))

function open({ method, path, type, body }: Request) {
  return request(`${stage.server.urls.api}${path}`, {
    agent: false,
    method,
    headers: {
      authorization: `Bearer ${stage.token()}`,
      ...(body.length > 0 && { 'content-type': type, 'content-length': body.length }),
    },
  })
}

async function expectUnchanged(before: ReturnType<typeof state>): Promise<void> {
  await eventually(
    async () => JSON.stringify(state()) === JSON.stringify(before),
    () => `changed: ${JSON.stringify({ before, now: state() })}`,
  )
  expect((await stage.get('/nodes')).status).toBe(200)
}

describe('an aborted upload leaves nothing behind', () => {
  test.each(uploads)('%s', async (_, upload) => {
    const whole = upload()
    const configuration = (await stage.get('/listeners/ssl:default')).body
    const before = state()
    const arrival = nextRequest(whole.path)
    const sent = open(whole)
    sent.on('error', () => {})
    const half = whole.body.subarray(0, whole.body.length / 2)
    await new Promise((resolve) => sent.write(half, resolve))
    const arrived = await arrival
    if (whole.path === '/data/files' && half.includes('\r\n\r\n'))
      await eventually(
        async () => paths().length > before.paths.length,
        () => 'the upload has no draft',
      )
    sent.destroy()
    await closed(arrived)
    await expectUnchanged(before)
    expect((await stage.get('/listeners/ssl:default')).body).toEqual(configuration)
  })

  test('names of aborted uploads can be used afterwards', async () => {
    expect((await stage.call('POST', '/data/export', {})).status).toBe(200)
    const [name = ''] = readdirSync(join(stage.folder, 'backup'))
    const whole = form('/data/files', 'half.tar.gz', readFileSync(join(stage.folder, 'backup', name)))
    const sent = open(whole)
    sent.end(whole.body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(204)
  })
})

/** A stopped trace closes its file after the response. */
const untilTracesAreClosed = () => expect.poll(() => openPaths().filter((open) => open.includes('/trace/'))).toEqual([])

describe('an aborted download leaves no file open', () => {
  test.each([
    [
      'a backup',
      async () => {
        const file = join(stage.folder, 'backup', 'large.tar.gz')
        writeFileSync(file, '')
        truncateSync(file, 256 * 1024 * 1024)
        return '/data/files/large.tar.gz'
      },
    ],
    [
      'a trace',
      async () => {
        const trace = { name: 'large', type: 'topic', topic: 'large', payload_encode: 'text' }
        expect((await stage.call('POST', '/trace', trace)).status).toBe(200)
        const { client } = await stage.connect('c', { username: 'meter', password: 'p' })
        await client.publishAsync('large', 'x', { qos: 1 })
        await stage.call('PUT', '/trace/large/stop')
        await untilTracesAreClosed()
        const [file = ''] = paths().filter((one) => /^trace\/.*\.log$/.test(one))
        truncateSync(join(stage.folder, file), 256 * 1024 * 1024)
        return '/trace/large/download'
      },
    ],
  ])('%s', async (_, prepare) => {
    const path = await prepare()
    const before = state()
    const arrival = nextRequest(path)
    const sent = open({ method: 'GET', path, type: '', body: Buffer.alloc(0) })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    await once(answer, 'readable')
    const arrived = await arrival
    // The head of the answer can be here before the file is open.
    if (existsSync('/proc/self/fd'))
      await expect.poll(() => openPaths().length).toBeGreaterThan(before.openPaths.length)
    const gone = closed(arrived.socket)
    sent.destroy()
    await gone
    await expectUnchanged(before)
  })
})
