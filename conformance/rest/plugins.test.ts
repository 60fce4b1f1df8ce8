import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isRecord } from '@mqdeck/contract'
import { createTempFolder, type Recording, recordings } from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAnswer } from './compare-answer.ts'
import { compareWithList, type Difference, listedDifferences } from './differences.ts'
import { isRemote } from './remote.ts'
import { type LiveAnswer, replay } from './replay.ts'
import { startTarget } from './target.ts'

const calls = recordings('plugins')
const bodyOf = (number: string): unknown => calls.find(({ name }) => name.startsWith(`plugins/${number}_`))?.body

let target: Awaited<ReturnType<typeof startTarget>>
let scratch: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  if (isRemote) return
  scratch = await createTempFolder()
  const started = await startTarget()
  target = {
    ...started,
    toOwn: (text) => text.replaceAll('rec53@', 'emqx@'),
    toRecorded: (text) =>
      text.replaceAll('emqx@', 'rec53@').replace(/mqdeck plugin allow (\S+) [0-9a-f]{64}/, 'emqx ctl plugins allow $1'),
  }
})
afterAll(async () => {
  await target?.stop()
  await scratch?.remove()
})

/** `release.json` of a recorded plugin, as a plugin of this broker. */
function releaseOf(number: string, row?: number): string {
  const body = bodyOf(number)
  const found: unknown = Array.isArray(body) ? body[row ?? 0] : body
  const { md5sum: _, running_status: __, readme: ___, ...release } = isRecord(found) ? found : {}
  return JSON.stringify({ ...release, mqdeck_api: 1 })
}

/** The files of each recorded package. The code does what the recorded Erlang code did. */
function filesOf(filename: string): Readonly<Record<string, string>> | undefined {
  const name = filename.replace('.tar.gz', '')
  const files = (release: string, code: string) => ({
    'release.json': release,
    'README.md': `# ${name.split('-')[0]}\nreadme\n`,
    [`${name}/index.js`]: code,
  })
  const nothing = 'export default { start() {} }'
  switch (name) {
    case 'recplug-1.0.0': {
      const schema = bodyOf('011')
      const { avsc, i18n } = isRecord(schema) ? schema : {}
      return {
        ...files(
          releaseOf('007'),
          'export default { start({ onConfig }) { onConfig(({ port }) => { if (port === 666) throw new Error("refused") }) } }',
        ),
        [`${name}/priv/config_schema.avsc`]: JSON.stringify(avsc),
        [`${name}/priv/config_i18n.json`]: JSON.stringify(i18n),
      }
    }
    case 'recplug-1.1.0':
      return files(releaseOf('007').replaceAll('1.0.0', '1.1.0'), nothing)
    case 'plainplug-0.1.0':
    case 'othername-0.1.0':
      return files(releaseOf('028', 1), nothing)
    case 'crashplug-0.1.0':
      return files(releaseOf('077'), 'export default { start() { throw new Error("crash") } }')
    case 'norelplug-0.1.0':
      return { [`${name}/index.js`]: nothing }
    case 'badrelplug-0.1.0':
      return files('{', nothing)
    case 'incplug-0.1.0':
      return files('{"name":"incplug"}', nothing)
    default:
      return undefined
  }
}

async function packageOf(filename: string, bytes: number): Promise<Uint8Array> {
  const files = bytes > 1 ? filesOf(filename) : undefined
  if (!files) return new Uint8Array(bytes)
  const folder = join(scratch.path, String(Math.random()))
  const name = filename.replace('.tar.gz', '')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true })
    await writeFile(join(folder, name, path), text)
  }
  await promisify(execFile)('tar', ['-czf', 'package.tar.gz', name], { cwd: folder })
  return readFile(join(folder, 'package.tar.gz'))
}

/** Same effect as `plugin allow`. */
async function allow(name: string, bytes: Uint8Array): Promise<void> {
  const folder = join(target.folder, 'plugins/allowed')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), createHash('sha256').update(bytes).digest('hex'))
}

async function upload({ request, status, path }: Recording): Promise<LiveAnswer | undefined> {
  const form = isRecord(request) && isRecord(request.multipart) ? request.multipart : undefined
  if (!form) return undefined
  const filename = String(form.filename)
  const bytes = Uint8Array.from(await packageOf(filename, Number(form.bytes)))
  if (status !== 403 && !filename.includes('/')) await allow(filename.replace('.tar.gz', ''), bytes)
  const body = new FormData()
  body.append(String(form.field), new Blob([bytes]), filename)
  const headers = { authorization: `Bearer ${target.token}` }
  const response = await fetch(`${target.url}/api/v5${path}`, { method: 'POST', headers, body })
  const text = target.toRecorded(await response.text())
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const namesIn = (body: unknown) => (Array.isArray(body) ? body.map((row: unknown) => isRecord(row) && row.name) : [])

test.skipIf(isRemote)('plugins have the responses of EMQX, except for the listed differences', async () => {
  const found: Difference[] = []
  for (const recording of calls) {
    const answer = (await upload(recording)) ?? (await replay(target, recording, `Bearer ${target.token}`))
    const body = recording.body === '' ? undefined : recording.body
    for (const what of compareAnswer({ ...recording, body }, answer))
      if (!what.includes('md5sum')) found.push({ where: recording.name, what })
    if (recording.path === '/plugins') expect(namesIn(answer.body), recording.name).toEqual(namesIn(body))
  }
  const { unlisted, obsolete } = compareWithList(found, listedDifferences('Responses of plugins'))
  expect(unlisted).toEqual([])
  expect(obsolete).toEqual([])
})

test.skipIf(isRemote)('without a package, hot upgrades have the responses of EMQX', async () => {
  const upgrades = recordings('admin').filter(({ path, status }) => path.startsWith('/relup') && status !== 500)
  expect(upgrades.length).toBeGreaterThan(6)
  for (const recording of upgrades) {
    const answer = (await upload(recording)) ?? (await replay(target, recording, `Bearer ${target.token}`))
    const body = recording.body === '' ? undefined : recording.body
    expect(compareAnswer({ ...recording, body }, answer), recording.name).toEqual([])
  }
  const call = async (path: string) => {
    const body = new FormData()
    body.append('plugin', new Blob(['any']), 'emqx_relup-5.8.10.tar.gz')
    const headers = { authorization: `Bearer ${target.token}` }
    const response = await fetch(`${target.url}/api/v5${path}`, { method: 'POST', headers, body })
    return [response.status, await response.json()]
  }
  expect(await call('/relup/package/upload')).toEqual([
    400,
    { code: 'BAD_REQUEST', message: expect.stringContaining('cannot be upgraded while it runs') },
  ])
})
