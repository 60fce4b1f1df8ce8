import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { silentLog, systemClock } from '@mqdeck/kit'
import { createTempFolder, type TempFolder, testCertificate } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestConfiguration, type TestConfiguration } from '../../../broker-config/test-configuration.ts'
import { withDefaults } from '../../../start-options/load.ts'
import { toBases } from '../../../start-options/root-overrides.ts'
import { makeSelfSigned } from '../../../tls/self-signed.ts'
import { archiveLimits } from './archive/limits.ts'
import { type BackupTable, defineBackupTable } from './backup-table.ts'
import { type Backups, type BackupsOptions, openBackups } from './service.ts'

let data: TempFolder
let settings: TestConfiguration
beforeEach(async () => {
  data = await createTempFolder()
  settings = await createTestConfiguration({ bases: toBases(withDefaults({})) })
})
afterEach(async () => {
  await settings.remove()
  await data.remove()
})

const Pair = z.strictObject({ key: z.string(), value: z.string() })

function pairs(entries: Record<string, string>, put?: (key: string) => Promise<void>): BackupTable {
  const kept = new Map(Object.entries(entries))
  return defineBackupTable({
    name: 'pairs',
    schema: Pair,
    nameOf: ({ key }) => key,
    dump: () => [...kept].map(([key, value]) => ({ key, value })),
    find: ({ key }) => {
      const value = kept.get(key)
      return value === undefined ? undefined : { key, value }
    },
    put: async ({ key, value }) => {
      await put?.(key)
      kept.set(key, value)
    },
  })
}

const open = (options: Partial<BackupsOptions> = {}): Backups =>
  openBackups({
    configuration: settings.configuration,
    dataFolder: data.path,
    tables: () => [pairs({ a: '1' })],
    plugins: () => [],
    onDisabled: () => {},
    node: 'n@1',
    version: '5.8.0',
    clock: systemClock,
    log: silentLog,
    ...options,
  })

const files = () => readdirSync(join(data.path, 'backup'))
const author = { by: 'ann', call: 'test' }
const meta = 'version = "5.8.0"\nedition = ce\n'

function pack(contents: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const folder = join(data.path, `pack-${Math.random()}`)
  for (const [path, text] of Object.entries({ 'META.hocon': meta, ...contents })) {
    mkdirSync(join(folder, 'x', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'x', path), text)
  }
  return execFileSync('tar', ['-cz', '-C', folder, 'x'], { maxBuffer: 1e9 })
}

const upload = (backups: Backups, content: Uint8Array, length?: number) =>
  backups.upload({ filename: 'x.tar.gz', length, content: Readable.from([content]) })

describe('an archive above the limits', () => {
  it('is rejected by Content-Length, or when it exceeds the limit', async () => {
    const backups = open({ limits: { ...archiveLimits, file: 100 } })
    await expect(upload(backups, Buffer.alloc(10), 10_000_000)).rejects.toMatchObject({ status: 413 })
    await expect(upload(backups, Buffer.alloc(1000))).rejects.toMatchObject({ status: 413 })
    expect(files()).toEqual([])
  })

  it('is rejected while it is unpacked (zip bomb)', async () => {
    const bomb = pack({ 'tables/pairs.jsonl': Buffer.alloc(20_000_000, 0x20) })
    expect(bomb.length).toBeLessThan(100_000)
    const backups = open({ limits: { ...archiveLimits, contents: 10_000_000 } })
    await expect(upload(backups, bomb)).rejects.toThrow('is too large')
    await expect(upload(open({ limits: { ...archiveLimits, line: 1000 } }), bomb)).rejects.toThrow(
      'tables/pairs.jsonl, line 1: is longer than 1000 bytes',
    )
    expect(files()).toEqual([])
  })

  it('is rejected for the number of its files', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, '']))
    await expect(upload(open({ limits: { ...archiveLimits, entries: 20 } }), pack(many))).rejects.toThrow(
      'contains more than 20 files',
    )
    await expect(
      upload(open({ limits: { ...archiveLimits, text: 100 } }), pack({ 'cluster.hocon': '#'.repeat(200) })),
    ).rejects.toThrow('cluster.hocon is longer than 100 bytes')
  })
})

describe('a disk that is nearly full', () => {
  it('leaves no incomplete export or upload', async () => {
    let free = 100 * 1024 * 1024
    const tables = [
      defineBackupTable({
        name: 'pairs',
        schema: Pair,
        nameOf: ({ key }) => key,
        dump: function* () {
          for (let index = 0; index < 40_000; index++) {
            if (index === 20_000) free = 0
            yield { key: `k${index}`, value: 'x'.repeat(1000) }
          }
        },
        find: () => undefined,
        put: async () => {},
      }),
    ]
    const backups = open({ tables: () => tables, free: () => free })
    await expect(backups.export({})).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(files()).toEqual([])
    await expect(upload(backups, pack({}))).rejects.toMatchObject({ status: 503 })
    expect(files()).toEqual([])
  })
})

it('incomplete files of a crash are removed at the next start', async () => {
  const before = open()
  const { filename } = await before.export({})
  mkdirSync(join(data.path, 'backup/.draft-1/contents/secret'), { recursive: true })
  writeFileSync(join(data.path, 'backup/.draft-1/archive'), 'half')
  expect(
    open()
      .list()
      .map((one) => one.filename),
  ).toEqual([filename])
  expect(files()).toEqual([filename])
})

it('two exports in the same millisecond have different names', async () => {
  const clock = { ...systemClock, now: () => 1_700_000_000_000 }
  const backups = open({ clock })
  const made = await Promise.all([backups.export({}), backups.export({})])
  expect(new Set(made.map(({ filename }) => filename)).size).toBe(2)
})

it('certificates in the configuration are exported with their keys, except the self-signed one', async () => {
  const { cert, key } = await testCertificate()
  const own = await makeSelfSigned(Date.now())
  mkdirSync(join(data.path, 'certs/mine'), { recursive: true })
  for (const [name, text] of Object.entries({ 'cert.pem': own.cert, 'key.pem': own.key, 'cacert.pem': own.cert }))
    writeFileSync(join(data.path, 'certs', name), text)
  writeFileSync(join(data.path, 'certs/mine/c.pem'), cert)
  writeFileSync(join(data.path, 'certs/mine/k.pem'), key)
  const ssl = {
    bind: '127.0.0.1:0',
    ssl_options: { certfile: '${EMQX_ETC_DIR}/certs/mine/c.pem', keyfile: '${EMQX_ETC_DIR}/certs/mine/k.pem' },
  }
  const { tcp } = settings.configuration.get('listeners')
  await settings.configuration.update({ listeners: { tcp, ssl: { mine: ssl } } }, author)
  const backups = open()
  const { filename } = await backups.export({})
  const archive = join(data.path, 'backup', filename)
  const names = execFileSync('tar', ['-tzf', archive]).toString()
  expect(names).toContain('certs/mine/c.pem')
  expect(names).toContain('certs/mine/k.pem')
  expect(names).not.toContain('certs/key.pem')

  // On another server.
  const there = await createTempFolder()
  const fresh = await createTestConfiguration({ bases: toBases(withDefaults({})) })
  try {
    const restored = open({ configuration: fresh.configuration, dataFolder: there.path })
    await restored.upload({ filename, length: undefined, content: Readable.from([readFileSync(archive)]) })
    const { files: kept } = await restored.restore(filename, { mode: 'replace' }, author)
    expect(kept.map(({ path, state }) => `${path} ${state}`).sort()).toEqual([
      'certs/mine/c.pem added',
      'certs/mine/k.pem added',
    ])
    expect(statSync(join(there.path, 'certs/mine/k.pem')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(there.path, 'certs/mine/c.pem'), 'utf8')).toBe(cert)
    expect(fresh.configuration.get('listeners')).toEqual(settings.configuration.get('listeners'))
  } finally {
    await fresh.remove()
    await there.remove()
  }
})

describe('a restore', () => {
  it('that the configuration rejects at the last moment removes certificates and imports no records', async () => {
    const backups = open({ tables: () => [pairs({})] })
    await upload(
      backups,
      pack({
        'cluster.hocon': 'mqtt { max_inflight = 9 }',
        'certs/new/c.pem': 'x',
        'tables/pairs.jsonl': '{"key":"a","value":"1"}',
      }),
    )
    settings.failOnce('mqtt')
    await expect(backups.restore('x.tar.gz', {}, author)).rejects.toThrow('mqtt does not want to')
    expect(existsSync(join(data.path, 'certs/new/c.pem'))).toBe(false)
    expect(settings.configuration.get('mqtt').max_inflight).toBe(32)
    expect(backups.tables[0]?.count()).toBe(0)
  })

  it('skips the gateways that only EMQX has and names them, and imports the others', async () => {
    const warnings: unknown[] = []
    const backups = open({ log: { ...silentLog, warn: (fields) => void warnings.push(fields) } })
    const gateway = `gateway {
      ocpp { mountpoint = "ocpp/", listeners { ws { default { bind = 33033 } } } }
      jt808 { frame { max_length = 8192 } }
      stomp { mountpoint = "st/", listeners { tcp { default { bind = 61613 } } } }
    }`
    await upload(backups, pack({ 'cluster.hocon': gateway }))
    const ignored = ['gateway.ocpp', 'gateway.jt808'].map((name) => ({ name, reason: 'no_such_part' }))
    expect(await backups.preview('x.tar.gz')).toMatchObject({ errors: [], ignored })
    const result = await backups.restore('x.tar.gz', {}, author)
    expect(result).toMatchObject({ configuration: { state: 'changed', changed: ['gateway'] }, ignored })
    expect(settings.configuration.get('gateway')).toMatchObject({ stomp: { mountpoint: 'st/' } })
    expect(settings.configuration.get('gateway')).not.toHaveProperty('ocpp')
    expect(warnings).toContainEqual({ file: 'x.tar.gz', ignored: ['gateway.ocpp', 'gateway.jt808'] })
  })

  it('reports how many records were imported when the disk fails', async () => {
    const put = async (key: string) => {
      if (key === 'b') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    const backups = open({ tables: () => [pairs({}, put)] })
    await upload(backups, pack({ 'tables/pairs.jsonl': '{"key":"a","value":"1"}\n{"key":"b","value":"1"}\n' }))
    const { tables } = await backups.restore('x.tar.gz', {}, author)
    expect(tables).toMatchObject([{ name: 'pairs', state: 'failed', added: 1, message: 'no space left' }])
  })

  it('replaces records that differ, and keeps identical records and records that are not in the archive', async () => {
    const table = pairs({ a: '1', b: '1', c: '1' })
    const backups = open({ tables: () => [table] })
    const lines = ['{"key":"a","value":"1"}', '{"key":"b","value":"2"}', '{"key":"d","value":"1"}']
    await upload(backups, pack({ 'tables/pairs.jsonl': lines.join('\n') }))
    const { tables } = await backups.preview('x.tar.gz')
    const counts = { added: 1, replaced: 1, unchanged: 1, refused: 0 }
    expect(tables).toMatchObject([{ ...counts, kept: 1 }])
    expect((await backups.restore('x.tar.gz', {}, author)).tables).toMatchObject([{ ...counts, state: 'done' }])
    expect(table.count()).toBe(4)
  })
})
