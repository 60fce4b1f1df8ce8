import { type Replayer, startReplayer } from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withDefaults } from '../start-options/load.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { planMigration } from './plan.ts'
import { runMigration } from './run.ts'
import { openStoredSource, type StoredSource } from './stored-source.ts'
import { openTarget, type Target } from './target.ts'
import { fillSource, sourceSecrets } from './test-source.ts'

let stage: TestServer
let stored: StoredSource
beforeAll(async () => {
  stage = await startTestServer()
  await fillSource(stage)
  stored = openStoredSource({ settings: withDefaults({ data_dir: stage.folder }), overrides: [] })
})
afterAll(async () => {
  await stored.close()
  await stage.stop()
})

const open: (Replayer | Target)[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await ('stop' in one ? one.stop() : one.close())
})

async function connect(edition: 'enterprise' | 'open-source') {
  const replayer = await startReplayer({ edition, nodes: 2 })
  const target = await openTarget({ url: new URL(replayer.url), login: { username: 'admin', password: 'public' } })
  open.push(target, replayer)
  return { replayer, target }
}

const everything = { overwrite: false, skip: ['retained'] } as const
const stateOf = (items: readonly { id: string; state: string }[], id: string) =>
  items.find((item) => item.id === id)?.state

describe('against responses of a real EMQX 5.8.9', () => {
  it('plans for two nodes, sends valid requests, and reports what cannot be migrated', async () => {
    const { replayer, target } = await connect('enterprise')
    expect(target.info).toMatchObject({ version: '5.8.9', edition: 'Enterprise', nodes: 2 })
    const plan = await planMigration(stored.source, target, everything)
    const planned = plan.tasks.map(({ item }) => item)
    expect(planned.filter(({ reason }) => reason === 'refused')).toEqual([])
    expect(replayer.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/login'))).toEqual([])

    const items = await runMigration(plan, target, { overwrite: false })
    // Only a complete configuration was recorded. A failure blocks only items that depend on it.
    const bad = items.filter(({ state }) => state === 'failed' || state === 'blocked')
    expect(bad.map(({ id, state, detail }) => [id, state, detail])).toEqual([
      ['settings/zones.factory', 'failed', 'BAD_REQUEST: the replayer has no recording of PUT /configs with this body'],
      ['listener/tcp:extra', 'blocked', 'settings/zones.factory'],
    ])
    expect(stateOf(items, 'connector/redis:r')).toBe('created')
    expect(stateOf(items, 'rule/double')).toBe('created')
    for (const secret of sourceSecrets) expect(JSON.stringify([planned, items])).not.toContain(secret)
    const sent = replayer.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/connectors'))
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ type: expect.any(String), name: expect.any(String) })
    const users = replayer.requests.find(({ path }) => path.endsWith('/import_users?type=hash'))
    expect(JSON.parse(users?.body ?? '[]')).toEqual([
      { user_id: 'ann', password_hash: expect.any(String), salt: expect.any(String), is_superuser: false },
      { user_id: 'bob', password_hash: expect.any(String), salt: expect.any(String), is_superuser: true },
    ])
  })

  it('plans sources and their rules with the types from /source_types and /action_types', async () => {
    const { target } = await connect('enterprise')
    const { tasks } = await planMigration(stored.source, target, everything)
    const items = tasks.map(({ item }) => item)
    expect(stateOf(items, 'source/mqtt:in')).toBe('create')
    expect(stateOf(items, 'rule/asleep')).toBe('create')
    await expect(target.find('/schemas/sources')).rejects.toThrow('name: not_a_enum_symbol')
  })

  it('masks no words of its own sentences when a secret is an ordinary word', async () => {
    const { target } = await connect('enterprise')
    target.secrets.add(['secret', 'password', 'hash'])
    const { tasks } = await planMigration(stored.source, target, everything)
    const details = tasks.map(({ item }) => item.detail)
    expect(details.filter((detail) => detail.includes('******'))).toEqual([])
    expect(details.some((detail) => detail.startsWith('only a hash of the secret is stored'))).toBe(true)
  })

  it('counts ACL files that differ only in comments and blanks as equal', async () => {
    const { target } = await connect('enterprise')
    const readAcl = async () => `%% EMQX's rules
{allow, {username, {re, "^dashboard$"}}, subscribe, ["$SYS/#"]}.
{allow, {ipaddr, "127.0.0.1"}, all, ["$SYS/#", "#"]}.

{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
{allow, all}.`
    const source = { ...stored.source, readAcl }
    const { tasks } = await planMigration(source, target, { ...everything, only: ['authz_source'] })
    expect(tasks.map(({ item }) => [item.id, item.state])).toContainEqual(['authz_source/file', 'equal'])
  })

  it('reports what the open-source edition does not have', async () => {
    const { target } = await connect('open-source')
    const { tasks } = await planMigration(stored.source, target, everything)
    const items = tasks.map(({ item }) => item)
    expect(items.find(({ id }) => id === 'connector/redis:r')).toMatchObject({
      state: 'impossible',
      reason: 'not_supported',
    })
    expect(stateOf(items, 'connector/mqtt:up')).toBe('create')
    expect(stateOf(items, 'settings/mqtt')).toBe('create')
  })

  it('stops when the target becomes unreachable, reports it, and continues in the next run', async () => {
    const { replayer, target } = await connect('enterprise')
    const plan = await planMigration(stored.source, target, everything)
    const items = await runMigration(plan, target, {
      overwrite: false,
      onProgress: ({ id }) => {
        if (id === 'connector/mqtt:up') void replayer.down(0)
      },
    })
    const after = items.filter(({ reason }) => reason === 'unreachable')
    expect(after[0]?.state).toBe('failed')
    expect(after.length).toBeGreaterThan(5)
    expect(new Set(after.slice(1).map(({ state }) => state))).toEqual(new Set(['cancelled']))
    await replayer.up(0)
    const again = await openTarget({ url: new URL(replayer.url), login: { username: 'admin', password: 'public' } })
    open.unshift(again)
    const rest = await planMigration(stored.source, again, everything)
    const first = rest.tasks.map(({ item }) => item).find(({ id }) => id === 'authenticator/jwt')
    expect(first?.state).toBe('equal')
  })
})
