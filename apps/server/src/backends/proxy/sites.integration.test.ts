import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cheapPasswordCost, createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../server.ts'
import { freePorts } from '../../test-server.ts'
import { ask, startNode, type TestNode } from './test-cluster.ts'

let folder: TempFolder
let test: TestNode
let server: RunningServer
let root: string

beforeAll(async () => {
  folder = await createTempFolder()
  const dashboardFolder = join(folder.path, 'dist')
  await mkdir(join(dashboardFolder, 'assets'), { recursive: true })
  await writeFile(
    join(dashboardFolder, 'index.html'),
    '<!doctype html><html><head>\n    <title>MQDeck</title><link rel="icon" href="./favicon.svg" /><script src="./boot.js"></script></head><body><a href="#main"></a></body></html>',
  )
  await writeFile(join(dashboardFolder, 'boot.js'), '// boot')
  test = await startNode((_, response) => response.end('of the test cluster'))
  const profile = { caFile: undefined, color: 'red', production: true } as const
  server = await startServer({
    passwordCost: cheapPasswordCost,
    settings: {
      data_dir: join(folder.path, 'data'),
      ...freePorts,
      base_path: '/mq/tt',
      clusters: [{ ...profile, name: 'te-st', broker: [test.url] }],
    },
    dashboardFolder,
  })
  root = `http://127.0.0.1:${server.ports.dashboard}`
})
afterAll(async () => {
  await server.stop()
  await test.stop()
  await folder.remove()
})

const page = { headers: { accept: 'text/html' } }

describe('below a path', () => {
  it('everything is served, and also at the root for a reverse proxy that removes the path', async () => {
    for (const path of ['/mq/tt', '']) {
      expect((await ask(`${root}${path}/api/v5/nodes`)).status).toBe(401)
      expect((await ask(`${root}${path}/status`)).status).toBe(200)
      expect((await ask(`${root}${path}/boot.js`)).text).toBe('// boot')
      expect((await ask(`${root}${path}/clients`, page)).text).toContain('"/mq/tt/boot.js"')
    }
    expect(server.urls.api).toBe(`${root}/mq/tt/api/v5`)
  })

  it('the page has URLs below the path, and contains the path', async () => {
    const { text, headers } = await ask(`${root}/mq/tt/`, page)
    expect(text).toContain('href="/mq/tt/favicon.svg"')
    expect(text).toContain('<a href="#main">')
    expect(readMeta(text)).toEqual({
      basePath: '/mq/tt',
      webSocket: true,
      current: 0,
      clusters: [
        { name: 'mqdeck@127.0.0.1', production: false, href: '/mq/tt/' },
        { name: 'te-st', production: true, color: 'red', href: '/mq/tt/@te-st/' },
      ],
    })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('a missing slash is added by a redirect without a host', async () => {
    const found = async (path: string) => {
      const { status, headers } = await ask(root + path)
      return [status, headers.location === undefined ? '' : new URL(headers.location, root + path).pathname]
    }
    expect(await found('/mq/tt')).toEqual([307, '/mq/tt/'])
    expect(await found('/mq/tt?a=1')).toEqual([307, '/mq/tt/'])
    expect(await found('/mq/tt/@te-st')).toEqual([307, '/mq/tt/@te-st/'])
    expect(await found('/@te-st')).toEqual([307, '/@te-st/'])
  })
})

describe('a cluster with a name', () => {
  it('has its own API and dashboard', async () => {
    for (const path of ['/mq/tt/@te-st', '/@te-st']) {
      expect((await ask(`${root}${path}/api/v5/x%2Fy`)).text).toBe('of the test cluster')
      expect(test.asked.at(-1)).toBe('GET /api/v5/x%2Fy')
      const { text } = await ask(`${root}${path}/clients`, page)
      expect(text).toContain('src="/mq/tt/@te-st/boot.js"')
      expect(readMeta(text)).toMatchObject({ basePath: '/mq/tt/@te-st', current: 1 })
      expect((await ask(`${root}${path}/boot.js`)).text).toBe('// boot')
    }
  })

  it('is not accessible by a foreign host name either', async () => {
    for (const path of ['/mq/tt/@te-st/api/v5/x', '/api/v5/nodes']) {
      expect((await ask(root + path, { headers: { host: 'evil.example' } })).status).toBe(421)
    }
    expect((await ask(`${root}/mq/tt/@other/api/v5/x`)).status).toBe(404)
  })
})

function readMeta(html: string): unknown {
  const [, content = ''] = /<meta name="mqdeck" content="([^"]*)"/.exec(html) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
