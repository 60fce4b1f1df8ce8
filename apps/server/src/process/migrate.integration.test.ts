import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTempFolder, type RunningProcess, startProcess, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillSource, retainedCount, sourceSecrets } from '../migrate/test-source.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { program } from './test-program.ts'

let source: TestServer
let target: TestServer
let folder: TempFolder
const started: RunningProcess[] = []
beforeEach(async () => {
  source = await startTestServer()
  target = await startTestServer()
  folder = await createTempFolder()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await source.stop()
  await target.stop()
  await folder.remove()
})

function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
  const launched = startProcess({
    command: process.execPath,
    args: [program, 'migrate', ...args],
    cwd: folder.path,
    env: { MQDECK_DATA_DIR: source.folder, MQDECK_MIGRATE_PASSWORD: 'public', ...env },
  })
  started.push(launched)
  return launched
}

/** The last line of the report or error message. */
const end = /^\d+ .*\.|^}$|failed/m

async function finish(launched: RunningProcess) {
  await launched.line(end, 120_000)
  const { code } = await launched.waitForExit()
  return { code, output: launched.output() }
}
const migrate = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  finish(launch(['--to', target.server.urls.dashboard, ...args], env))

describe('mqdeck migrate', () => {
  it('plans, migrates, and finds nothing left to do, while the server keeps running', async () => {
    await fillSource(source)
    const plan = await migrate()
    expect(plan, plan.output).toMatchObject({ code: 0 })
    expect(plan.output).toMatch(/to create +connector\/mqtt:up/)
    expect(plan.output).toMatch(/impossible +dashboard_user\/carol +only a hash of the password is stored/)
    expect(plan.output).toContain('Nothing was changed. Use --apply to migrate.')
    expect((await target.get('/connectors')).body).toEqual([])

    const run = await migrate(['--apply'])
    expect(run, run.output).toMatchObject({ code: 0 })
    expect(run.output).toMatch(new RegExp(`created +retained/all +${retainedCount}`))
    for (const secret of sourceSecrets) expect(plan.output + run.output).not.toContain(secret)
    const stored = readFileSync(join(target.folder, 'configs/cluster.hocon'), 'utf8')
    for (const secret of sourceSecrets) expect(stored).toContain(secret)
    expect((await source.get('/nodes')).status).toBe(200)

    const again = await migrate(['--apply', '--json'])
    expect(again.code).toBe(0)
    const { items } = JSON.parse(again.output) as { items: { state: string }[] }
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['equal', 'differs', 'impossible']))
  }, 300_000)

  it('reports the error and exits with 1', async () => {
    const wrong = await migrate([], { MQDECK_MIGRATE_PASSWORD: 'not-the-password' })
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.output).toContain('Sign-in failed: BAD_USERNAME_OR_PWD')
    expect(wrong.output).not.toContain('not-the-password')
  })
})
