import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { silentLog } from '@mqdeck/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, serveApiDocs } from './create-app.ts'
import { createDashboard, readDashboard } from './static.ts'

let folder: string
const script = `console.log("${'x'.repeat(2000)}")`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mqdeck-static-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>MQDeck</title>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, '.built-from'), 'hash')
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, 'assets/main-B1c7OH6V.js'), script)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function get(url: string, headers: Record<string, string> = {}) {
  return createApp({ log: silentLog, onUnknownPath: createDashboard(readDashboard(folder)) }).inject({ url, headers })
}
const page = { accept: 'text/html,application/xhtml+xml' }

describe('the dashboard', () => {
  it('is served at the root, checked on each visit', async () => {
    const { body, headers } = await get('/')
    expect(body).toContain('MQDeck')
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  })

  it.each(['/dashboard/overview', '/clients/detail/a%2Fb?tab=x', '/login'])(
    'opens at the deep link %s',
    async (url) => {
      expect((await get(url, page)).body).toContain('MQDeck')
    },
  )

  it.each(['/api/v5/nope', '/api-docs/nope', '/assets/gone-12345678.js'])(
    'is not served instead of %s',
    async (url) => {
      expect((await get(url, page)).statusCode).toBe(404)
    },
  )

  it('is not served to a script with a mistyped path', async () => {
    expect((await get('/dashbord', { accept: '*/*' })).statusCode).toBe(404)
  })

  it('has files with immutable caching if their name changes with the contents', async () => {
    const { headers } = await get('/assets/main-B1c7OH6V.js')
    expect(headers['cache-control']).toContain('immutable')
    expect(headers['content-type']).toContain('text/javascript')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('is compressed with an accepted encoding', async () => {
    const brotli = await get('/assets/main-B1c7OH6V.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get('/assets/main-B1c7OH6V.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect((await get('/assets/main-B1c7OH6V.js')).body).toBe(script)
  })

  it('is not sent again when it has not changed', async () => {
    const etag = String((await get('/')).headers.etag)
    for (const tags of [etag, `"other", ${etag}`, '*']) {
      expect((await get('/', { 'if-none-match': tags })).statusCode).toBe(304)
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is sent completely for range requests', async () => {
    const { statusCode, body } = await get('/assets/main-B1c7OH6V.js', { range: 'bytes=0-3' })
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: script })
  })

  it('is read-only for all methods', async () => {
    const app = createApp({ log: silentLog, onUnknownPath: createDashboard(readDashboard(folder)) })
    for (const method of ['POST', 'DELETE', 'OPTIONS'] as const) {
      expect((await app.inject({ method, url: '/', headers: page })).statusCode).toBe(404)
    }
  })

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/../.built-from',
    '/.built-from',
    '/.vite/manifest.json',
    '//etc/passwd',
  ])('does not serve %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it('reports how to build it if it is not built', async () => {
    const app = createApp({ log: silentLog, onUnknownPath: createDashboard(readDashboard(join(folder, 'none'))) })
    const { statusCode, body } = await app.inject('/')
    expect(statusCode).toBe(503)
    expect(body).toContain('npm run build')
  })
})

it('the API document is created and compressed once, and not sent again to a caller that has it', async () => {
  let builds = 0
  const app = createApp({ log: silentLog })
  const build = async () => {
    builds += 1
    return { openapi: 'x'.repeat(1000) }
  }
  serveApiDocs(app, build, () => true)
  const fetchDocs = (headers: Record<string, string> = {}) => app.inject({ url: '/api-docs/swagger.json', headers })
  const plain = await fetchDocs()
  expect(plain.json()).toEqual({ openapi: 'x'.repeat(1000) })
  expect(plain.headers['content-type']).toBe('application/json')
  const compressed = await fetchDocs({ 'accept-encoding': 'gzip' })
  expect(compressed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(compressed.rawPayload)).toEqual(plain.rawPayload)
  const cached = await fetchDocs({ 'if-none-match': String(plain.headers.etag) })
  expect([cached.statusCode, cached.body]).toEqual([304, ''])
  expect(builds).toBe(1)
})
