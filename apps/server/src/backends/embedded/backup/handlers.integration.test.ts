import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BackupPreview, BackupResult } from '@mqdeck/contract'
import { testCertificate, wholeZone } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let here: TestServer
beforeEach(async () => {
  here = await startTestServer()
})
afterEach(() => here.stop())

const send = (server: TestServer, path: string, init: RequestInit = {}) =>
  fetch(`${server.server.urls.api}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.token()}`, ...init.headers },
  })

async function upload(server: TestServer, filename: string, content: Uint8Array, init: RequestInit = {}) {
  const form = new FormData()
  form.append('filename', new Blob([new Uint8Array(content)]), filename)
  const response = await send(server, '/data/files', { method: 'POST', body: form, ...init })
  const text = await response.text()
  return { status: response.status, message: text === '' ? '' : JSON.parse(text).message }
}

async function exported(server: TestServer, choice: object = {}): Promise<string> {
  const { status, body } = await server.call('POST', '/data/export', choice)
  expect(status).toBe(200)
  return (body as unknown as { filename: string }).filename
}

async function download(server: TestServer, filename: string): Promise<Buffer> {
  const response = await send(server, `/data/files/${filename}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** An archive created with the system's tar. */
function pack(files: Readonly<Record<string, string>>, options: readonly string[] = [], name = 'x'): Buffer {
  const folder = join(here.folder, `pack-${Math.random()}`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, path, '..'), { recursive: true })
    writeFileSync(join(folder, name, path), text)
  }
  return execFileSync('tar', ['-cz', '-C', folder, ...options, name], { maxBuffer: 1e9 })
}

const meta = 'version = "5.8.0"\nedition = ce\n'
const filesOf = (server: TestServer) => readdirSync(join(server.folder, 'backup'))
const post = async <T>(server: TestServer, path: string, body: object): Promise<{ status: number; body: T }> => {
  const { status, body: answer } = await server.call('POST', path, body)
  return { status, body: answer as unknown as T }
}

describe('an export', () => {
  it('is listed, readable with tar, and not readable for other users of the machine', async () => {
    await here.call('POST', '/banned', { as: 'clientid', who: 'evil', reason: 'says why' })
    const filename = await exported(here)
    expect(filename).toMatch(/^emqx-export-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.\d{3}\.tar\.gz$/)
    const file = join(here.folder, 'backup', filename)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const list = await here.get('/data/files')
    expect(list.body).toEqual({
      data: [
        {
          filename,
          node: 'mqdeck@127.0.0.1',
          size: statSync(file).size,
          created_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
          created_at_sec: expect.any(Number),
        },
      ],
      meta: { count: 1, hasnext: false, limit: 100, page: 1 },
    })
    const top = filename.replace('.tar.gz', '')
    const names = execFileSync('tar', ['-tzf', file]).toString().split('\n')
    expect(names).toEqual(expect.arrayContaining([`${top}/META.hocon`, `${top}/README.txt`, `${top}/cluster.hocon`]))
    const text = execFileSync('tar', ['-xzOf', file, `${top}/tables/banned.jsonl`]).toString()
    expect(JSON.parse(text)).toMatchObject({ as: 'clientid', who: 'evil', reason: 'says why', until: 'infinity' })
    expect(filesOf(here)).toEqual([filename])
  })

  it("contains the selected parts, and unknown names are rejected with EMQX's messages", async () => {
    const filename = await exported(here, { table_sets: ['banned'], root_keys: ['mqtt'] })
    const file = join(here.folder, 'backup', filename)
    const names = execFileSync('tar', ['-tzf', file]).toString()
    expect(names).toContain('tables/banned.jsonl')
    expect(names).not.toContain('dashboard_users')
    expect(execFileSync('tar', ['-xzOf', file, '--wildcards', '*/cluster.hocon']).toString()).toMatch(/^mqtt *{/)
    expect((await here.call('POST', '/data/export', { table_sets: ['x', 'a'] })).body).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Invalid table sets: a, x',
    })
    expect((await here.call('POST', '/data/export', { root_keys: ['nothing'] })).body).toMatchObject({
      message: 'Invalid root keys: nothing',
    })
  })
})

describe('a restore into a fresh instance', () => {
  it('restores configuration, users, keys, bans, retained messages and payload decoders; old passwords and secrets are valid', async () => {
    const { cert, key } = await testCertificate()
    await here.call('PUT', '/configs/global_zone', wholeZone({ mqtt: { max_inflight: 77, max_topic_levels: 9 } }))
    await here.call('PUT', '/mqtt/topic_rewrite', [
      { action: 'publish', source_topic: 'a/#', dest_topic: 'b/$1', re: '^a/(.+)$' },
    ])
    const listener = await here.call('POST', '/listeners', {
      type: 'ssl',
      name: 'more',
      bind: '127.0.0.1:0',
      ssl_options: { certfile: cert, keyfile: key },
    })
    expect(listener.status).toBe(200)
    await here.call('POST', '/users', { username: 'ann', password: 'Harbour-123', description: 'x', role: 'viewer' })
    const apiKey = (await here.call('POST', '/api_key', { name: 'k', desc: 'd', enable: true, role: 'viewer' })).body
    await here.call('POST', '/banned', { as: 'peerhost_net', who: '10.0.0.0/8', until: 4_000_000_000 })
    await here.call('POST', '/publish', { topic: 'r/text', payload: 'grüß', retain: true, qos: 1 })
    await here.call('POST', '/publish', {
      topic: 'r/bytes',
      payload: Buffer.from([0, 255, 1]).toString('base64'),
      payload_encoding: 'base64',
      retain: true,
    })
    await here.call('PUT', '/mqdeck/payload_decoders', [
      { topic: 'b/#', format: 'schema', schema: 's', message_type: 'P' },
      { topic: 'a/+', format: 'cbor' },
    ])
    const filename = await exported(here)
    const archive = await download(here, filename)

    const there = await startTestServer()
    try {
      expect(await upload(there, filename, archive)).toEqual({ status: 204, message: '' })
      const preview = await post<BackupPreview>(there, '/mqdeck/data/preview', { filename })
      expect(preview.body.errors).toEqual([])
      expect(preview.body.roots.filter(({ changes }) => changes.length > 0).map(({ name }) => name)).toEqual([
        'mqtt',
        'listeners',
        'rewrite',
      ])
      expect(preview.body.roots.flatMap(({ changes }) => changes)).toContainEqual({
        path: 'mqtt.max_inflight',
        from: 32,
        to: 77,
      })
      expect(preview.body.tables).toMatchObject([
        { name: 'banned', added: 1, replaced: 0, unchanged: 0, kept: 0 },
        { name: 'dashboard_users', added: 1, replaced: 1, unchanged: 0, kept: 0 },
        { name: 'api_keys', added: 1 },
        { name: 'builtin_retainer', added: 2 },
        { name: 'builtin_authn' },
        { name: 'builtin_authn_scram' },
        { name: 'builtin_authz' },
        { name: 'payload_decoders', added: 2 },
      ])
      expect(preview.body.files.map(({ state }) => state)).toEqual(['added', 'added'])
      expect((await there.get('/users')).body).toHaveLength(1)

      const include = ['dashboard_users', 'api_keys']
      const password = 'public'
      const result = await post<BackupResult>(there, '/mqdeck/data/import', { filename, include, password })
      expect(result.body).toMatchObject({
        configuration: { state: 'changed', changed: ['mqtt', 'listeners', 'rewrite'] },
        tables: [
          { name: 'banned', state: 'done', added: 1, refused: 0 },
          { name: 'dashboard_users', added: 1, replaced: 1 },
          { name: 'api_keys', added: 1 },
          { name: 'builtin_retainer', added: 2 },
          { name: 'builtin_authn' },
          { name: 'builtin_authn_scram' },
          { name: 'builtin_authz' },
          { name: 'payload_decoders', added: 2 },
        ],
        ignored: [],
      })
      await there.signInAgain()
      const configsOf = async (server: TestServer) =>
        (await send(server, '/configs', { headers: { accept: 'application/json' } })).json()
      expect(await configsOf(there)).toEqual(await configsOf(here))
      for (const path of ['/users', '/api_key', '/banned', '/mqtt/topic_rewrite', '/mqdeck/payload_decoders'])
        expect([path, (await there.get(path)).body]).toEqual([path, (await here.get(path)).body])
      for (const topic of ['r%2Ftext', 'r%2Fbytes'])
        expect((await there.get(`/mqtt/retainer/message/${topic}`)).body).toEqual(
          (await here.get(`/mqtt/retainer/message/${topic}`)).body,
        )
      expect(await there.login('ann', 'Harbour-123')).toEqual(expect.any(String))
      const basic = Buffer.from(`${apiKey.api_key}:${apiKey.api_secret}`).toString('base64')
      expect((await send(there, '/stats', { headers: { authorization: `Basic ${basic}` } })).status).toBe(200)
      const more = there.server.broker.listeners().find(({ name }) => name === 'more')
      expect(more?.running).toBe(true)

      // A second import changes nothing.
      const again = await post<BackupResult>(there, '/mqdeck/data/import', { filename, include, password })
      expect(again.body.configuration.state).toBe('unchanged')
      for (const table of again.body.tables) expect(table).toMatchObject({ added: 0, replaced: 0, refused: 0 })
      expect((await there.call('POST', '/data/import', { filename, include, password })).status).toBe(204)
    } finally {
      await there.stop()
    }
  })

  it('imports only the selected parts', async () => {
    await here.call('POST', '/banned', { as: 'clientid', who: 'evil' })
    const filename = await exported(here)
    await here.call('DELETE', '/banned')
    await here.call('PUT', '/configs/global_zone', wholeZone({ mqtt: { max_inflight: 5 } }))
    const choice = { filename, root_keys: [], table_sets: ['banned'] }
    const { body } = await post<BackupResult>(here, '/mqdeck/data/import', choice)
    expect(body.configuration).toEqual({ state: 'none', changed: [], removed: [], disabled: [] })
    expect(body.tables.map(({ name, added }) => [name, added])).toEqual([['banned', 1]])
    expect((await here.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 5 } })
    // Selected roots are restored completely, including defaults.
    await post<BackupResult>(here, '/mqdeck/data/import', { filename, root_keys: ['mqtt'], table_sets: [] })
    expect((await here.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 32 } })
  })

  it('restores retained messages while their delivery is disabled', async () => {
    await here.call('POST', '/publish', { topic: 'r', payload: 'x', retain: true })
    const filename = await exported(here, { table_sets: ['builtin_retainer'], root_keys: [] })
    await here.call('DELETE', '/mqtt/retainer/messages')
    const retainer = (await here.get('/mqtt/retainer')).body
    await here.call('PUT', '/mqtt/retainer', { ...retainer, enable: false })
    expect((await here.call('POST', '/data/import', { filename })).status).toBe(204)
    await here.call('PUT', '/mqtt/retainer', { ...retainer, enable: true })
    expect((await here.get('/mqtt/retainer/message/r')).status).toBe(200)
  })

  it('activates bans immediately', async () => {
    await here.call('POST', '/banned', { as: 'username', who: 'evil' })
    const filename = await exported(here, { table_sets: ['banned'], root_keys: [] })
    await here.call('DELETE', '/banned')
    await here.connect('c1', { username: 'evil' })
    await here.call('POST', '/data/import', { filename, password: 'public' })
    expect(here.server.broker.client('c1')?.connected ?? false).toBe(false)
  })
})

describe('an import', () => {
  it('of an invalid configuration changes nothing, and reports the errors with their lines', async () => {
    const archive = pack({
      'META.hocon': meta,
      'cluster.hocon': 'mqtt {\n  max_inflight = 12\n}\nretainer {\n  max_payload_size = "a lot"\n}\n',
      'tables/banned.jsonl': '{"as":"clientid","who":"c","by":"x","reason":"","at":1,"until":"infinity"}\n',
    })
    expect((await upload(here, 'x.tar.gz', archive)).status).toBe(204)
    const preview = await post<BackupPreview>(here, '/mqdeck/data/preview', { filename: 'x.tar.gz' })
    expect(preview.body.errors).toMatchObject([{ path: 'retainer.max_payload_size', line: 5 }])
    const { status, body } = await post<{ message: string }>(here, '/data/import', {
      filename: 'x.tar.gz',
      password: 'public',
    })
    expect(status).toBe(400)
    expect(body.message).toContain('line 5, retainer.max_payload_size')
    expect((await here.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 32 } })
    expect((await here.get('/banned')).body.data).toEqual([])
  })

  it('of a hostile configuration is rejected or skipped quickly, like any other', async () => {
    const files = { 'META.hocon': meta }
    const proto = pack({ ...files, 'cluster.hocon': 'mqtt.__proto__.max_inflight = 1\nmqtt.constructor = 1\n' })
    expect((await upload(here, 'proto.tar.gz', proto)).status).toBe(204)
    expect(await here.call('POST', '/data/import', { filename: 'proto.tar.gz' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', message: expect.stringContaining('is not known') },
    })
    const unknown = Array.from({ length: 20_000 }, (_, index) => `k${index} = 1`).join('\n')
    expect(await upload(here, 'many.tar.gz', pack({ ...files, 'cluster.hocon': unknown }))).toEqual({
      status: 400,
      message: 'cluster.hocon has more than 1000 keys',
    })
  })

  it('rejects certificates with invalid paths, and imports none without settings', async () => {
    const settings = { 'META.hocon': meta, 'cluster.hocon': 'mqtt.max_inflight = 7\n' }
    const names = ['certs/cert.pem/inner.pem', `certs/${'n'.repeat(253)}`]
    for (const [index, name] of names.entries()) {
      const filename = `${index}.tar.gz`
      expect((await upload(here, filename, pack({ ...settings, 'certs/new.pem': 'n', [name]: 'x' }))).status).toBe(204)
      expect((await here.call('POST', '/mqdeck/data/preview', { filename })).status).toBe(200)
      expect(await here.call('POST', '/mqdeck/data/import', { filename })).toMatchObject({
        status: 400,
        body: { message: `${name} cannot be written to the data folder` },
      })
    }
    await upload(here, 'plain.tar.gz', pack({ 'META.hocon': meta, 'certs/new.pem': 'n' }))
    const restored = await post<BackupResult>(here, '/mqdeck/data/import', { filename: 'plain.tar.gz' })
    expect(restored.body).toMatchObject({ configuration: { state: 'none' }, files: [] })
    expect(readdirSync(join(here.folder, 'certs'))).not.toContain('new.pem')
  })

  it('with invalid records changes nothing, and reports each of them with its line', async () => {
    const users = [
      { username: 'good_one', description: '', role: 'viewer', passwordHash: 'x' },
      {
        username: 'admin',
        description: '',
        role: 'viewer',
        passwordHash: `scrypt$16384$8$5$${'A'.repeat(22)}==$${'A'.repeat(43)}=`,
      },
    ]
    const ban = { as: 'clientid', who: 'c', by: 'x', reason: '', at: 1, until: 'infinity' }
    const bans = [ban, { ...ban, who: 'old', until: 5 }, { ...ban, as: 'clientid_re', who: '[' }, { who: 'x' }]
    const archive = pack({
      'META.hocon': meta,
      'cluster.hocon': 'file_transfer { x = 1 }\nmqtt.max_inflight = 12\n',
      'mnesia/emqx_psk': 'binary',
      'tables/dashboard_users.jsonl': users.map((user) => JSON.stringify(user)).join('\n'),
      'tables/banned.jsonl': bans.map((one) => JSON.stringify(one)).join('\n'),
    })
    await upload(here, 'x.tar.gz', archive)
    const request = { filename: 'x.tar.gz', include: ['dashboard_users'], password: 'public' }
    const preview = await post<BackupPreview>(here, '/mqdeck/data/preview', { filename: 'x.tar.gz' })
    const table = (name: string) => preview.body.tables.find((one) => one.name === name)
    expect(table('banned')).toMatchObject({
      added: 1,
      skipped: 1,
      refused: 2,
      refusals: [
        { line: 3, item: 'clientid_re [' },
        { line: 4, item: '', reason: expect.stringContaining('as') },
      ],
    })
    expect(table('dashboard_users')?.refusals).toMatchObject([
      { line: 1, reason: expect.stringContaining('passwordHash') },
      { line: 2, item: 'admin', reason: expect.stringContaining('role') },
    ])
    expect(preview.body.ignored.map(({ name }) => name)).toEqual(['file_transfer', 'mnesia/emqx_psk'])
    for (const path of ['/data/import', '/mqdeck/data/import']) {
      const { status, body } = await post<{ message: string }>(here, path, request)
      expect([path, status, body.message.split('\n')]).toEqual([
        path,
        400,
        [
          expect.stringMatching(/^banned, line 3 \(clientid_re \[\): /),
          expect.stringMatching(/^banned, line 4: /),
          expect.stringMatching(/^dashboard_users, line 1: /),
          expect.stringMatching(/^dashboard_users, line 2 \(admin\): /),
        ],
      ])
    }
    expect((await here.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 32 } })
    expect((await here.get('/banned')).body.data).toEqual([])

    const others = { filename: 'x.tar.gz', table_sets: [] }
    expect((await here.call('POST', '/mqdeck/data/import', others)).status).toBe(200)
    expect((await here.get('/configs/global_zone')).body).toMatchObject({ mqtt: { max_inflight: 12 } })
  })
})

describe('a rejected upload leaves nothing behind:', () => {
  const bad = async (archive: Uint8Array, filename = 'x.tar.gz') => {
    const { status, message } = await upload(here, filename, archive)
    expect(status).toBe(400)
    expect(filesOf(here)).toEqual([])
    return message
  }

  it.each([
    ['../x.tar.gz', 'unsafe'],
    ['.x.tar.gz', 'unsafe backup name'],
    ['x.zip', 'file name must have .tar.gz extension'],
  ])('for the name %s', async (name, reason) => {
    const response = await here.call('DELETE', `/data/files/${encodeURIComponent(name)}`)
    expect(response.status).toBe(400)
    expect((await send(here, `/data/files/${encodeURIComponent(name)}`)).status).toBe(400)
    if (!name.includes('/')) expect(await bad(pack({ 'META.hocon': meta }), name)).toContain(reason)
  })

  it('if it is not an archive, incomplete or damaged', async () => {
    expect(await bad(Buffer.from('hello'))).toContain('the archive is damaged: incorrect header check')
    const good = pack({ 'META.hocon': meta, 'cluster.hocon': `# ${'x'.repeat(5000)}` })
    expect(await bad(good.subarray(0, good.length - 20))).toContain('damaged')
    expect(await bad(Buffer.alloc(0))).toContain('damaged')
    expect(await bad(gzipSync('a'.repeat(2000)))).toContain('not a tar archive')
    expect(await bad(gzipSync(good))).toContain('not a tar archive')
    const broken = gunzipSync(good)
    broken.fill(0x41, 600, 610)
    broken.fill(0x41, 100, 110)
    expect(await bad(gzipSync(broken))).toContain('damaged')
  })

  it('for paths outside of the folder, links and devices', async () => {
    const files = { 'META.hocon': meta }
    expect(await bad(pack(files, ['--transform=s,META,../META,', '-P']))).toContain('unsafe path')
    expect(await bad(pack(files, ['--transform=s,^,/etc/,', '-P']))).toContain('unsafe path')
    expect(await bad(pack({ ...files, 'a/b': '' }, ['--transform=s,a/b,a\\\\b,']))).toContain('unsafe path')
    const link = join(here.folder, 'link')
    mkdirSync(join(link, 'x'), { recursive: true })
    execFileSync('ln', ['-s', '/etc/passwd', join(link, 'x/META.hocon')])
    expect(await bad(execFileSync('tar', ['-cz', '-C', link, 'x']))).toContain('neither a file nor a folder')
    expect(await bad(execFileSync('tar', ['-cz', '-C', '/', 'dev/null']))).toContain('neither a file nor a folder')
    expect(await bad(pack(files, ['--transform=s,^x/,y/,;s,META,z/META,']))).toContain('must be under')
  })

  it('for an invalid origin', async () => {
    expect(await bad(pack({ 'cluster.hocon': '' }))).toBe('invalid backup archive file: missing META.hocon')
    expect(await bad(pack({ 'META.hocon': 'version = "5.9.0"\nedition = ce' }))).toBe(
      '[warning] Backup version "5.9.0" is newer than EMQX version "5.8.0", import is not allowed.',
    )
    expect(await bad(pack({ 'META.hocon': 'version = "x"\nedition = ce' }))).toContain('wrong EMQX version value')
    expect(await bad(pack({ 'META.hocon': 'version = "5.8.0"\nedition = xx' }))).toContain('wrong EMQX edition value')
  })

  it('for invalid contents, reported with their line', async () => {
    expect(await bad(pack({ 'META.hocon': meta, 'cluster.hocon': 'mqtt {\n x = }' }))).toContain(
      'cluster.hocon, line 2',
    )
    expect(await bad(pack({ 'META.hocon': meta, 'tables/banned.jsonl': '{}\n[1]\n' }))).toBe(
      'tables/banned.jsonl, line 2: is not a JSON object',
    )
  })

  it('for a name that exists, and a form without a file', async () => {
    const archive = pack({ 'META.hocon': meta })
    expect((await upload(here, 'x.tar.gz', archive)).status).toBe(204)
    expect(await upload(here, 'x.tar.gz', archive)).toEqual({
      status: 400,
      message: 'Backup file "x.tar.gz" already exists',
    })
    const form = new FormData()
    form.append('filename', 'a text')
    const answer = await send(here, '/data/files', { method: 'POST', body: form })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: 'Missing required parameter: filename' },
    ])
    expect((await here.call('POST', '/data/files', { filename: 'x' })).status).toBe(400)
    expect((await here.call('DELETE', '/data/files/x.tar.gz')).status).toBe(204)
    expect((await here.call('DELETE', '/data/files/x.tar.gz')).body).toEqual({
      code: 'NOT_FOUND',
      message: 'backup file not found',
    })
  })

  it.each([
    ['filename', 'x.tar.gz'],
    ['filename', 'x.zip'],
    ['filename', ''],
    ['another', 'x.tar.gz'],
  ])('when the form is incomplete: %s, "%s" (and the server keeps running)', async (field, filename) => {
    const heard: unknown[] = []
    const hear = (error: unknown) => heard.push(error)
    process.on('uncaughtException', hear)
    try {
      const body = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\n\r\nabc`
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const answer = await send(here, '/data/files', { method: 'POST', body, headers })
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }])
      expect((await here.get('/data/files')).status).toBe(200)
    } finally {
      process.off('uncaughtException', hear)
    }
    expect(heard).toEqual([])
    expect(filesOf(here)).toEqual([])
  })

  it('when the caller disconnects during the upload', async () => {
    const abort = new AbortController()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode(
            '--b\r\ncontent-disposition: form-data; name="filename"; filename="x.tar.gz"\r\n\r\nabc',
          ),
        )
      },
    })
    const init = { method: 'POST', body, duplex: 'half', signal: abort.signal } as RequestInit
    const sent = send(here, '/data/files', { ...init, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
    await expect.poll(() => filesOf(here)).toHaveLength(1)
    abort.abort()
    await expect(sent).rejects.toThrow()
    await expect.poll(() => filesOf(here)).toEqual([])
  })
})

describe('permissions: a viewer may', () => {
  it('read the list, but not the files', async () => {
    await here.call('POST', '/users', { username: 'ann', password: 'Harbour-123', description: '', role: 'viewer' })
    const token = await here.login('ann', 'Harbour-123')
    const filename = await exported(here)
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await here.call(method, path, body, token)).status
    expect(await statusOf('GET', '/data/files')).toBe(200)
    expect(await statusOf('GET', `/data/files/${filename}`)).toBe(403)
    expect(await statusOf('POST', '/data/export', {})).toBe(403)
    expect(await statusOf('POST', '/data/import', { filename })).toBe(403)
    expect(await statusOf('POST', '/mqdeck/data/preview', { filename })).toBe(403)
    expect(await statusOf('DELETE', `/data/files/${filename}`)).toBe(403)
    const refused = await upload(here, 'x.tar.gz', Buffer.from(''), { headers: { authorization: `Bearer ${token}` } })
    expect(refused.status).toBe(403)
  })

  it('every write is recorded in the audit log with the file name', async () => {
    const log = (await here.get('/configs/log')).body as unknown as { audit: object }
    await here.call('PUT', '/configs/log', { ...log, audit: { ...log.audit, enable: true } })
    await upload(here, 'x.tar.gz', pack({ 'META.hocon': meta }))
    const { body } = await here.get('/audit?limit=1')
    expect(body.data[0]).toMatchObject({
      operation_id: '/data/files',
      operation_result: 'success',
      http_request: { body: '{"filename":"x.tar.gz"}' },
    })
  })
})

it('a download has the name of the file and its bytes', async () => {
  const filename = await exported(here)
  const response = await send(here, `/data/files/${filename}?node=mqdeck@127.0.0.1`)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${filename}"`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.equals(readFileSync(join(here.folder, 'backup', filename)))).toBe(true)
  expect((await send(here, `/data/files/${filename}?node=other`)).status).toBe(400)
})
