import { type HoconObject, isRecord, readHocon } from '@mqdeck/contract'
import { listAt, objectAt, readContractFile, recordedText } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRemote } from './remote.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.stop())

const get = (path: string, accept: string) =>
  fetch(`${target.url}/api/v5${path}`, { headers: { authorization: `Bearer ${target.token}`, accept } })

/** Addresses are specific to the node. */
const withoutOwn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOwn)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'bind' ? 'BIND' : withoutOwn(inner)]),
  )
}

describe('the configuration as text', () => {
  /** Roots with differences in differences.md, or that the tests change. */
  const ownWay = ['authorization', 'dashboard', 'listeners', 'log', 'retainer']

  // A cluster in use has its own settings.
  test.skipIf(isRemote)('has the same roots as a new EMQX', async () => {
    const response = await get('/configs', 'text/plain')
    expect(response.headers.get('content-type')).toBe('text/plain')
    const ours = readHocon(await response.text())
    const theirs: HoconObject = readHocon(recordedText('get-fresh', '/configs'))
    const compared = Object.keys(ours).filter((name) => name in theirs && !ownWay.includes(name))
    for (const name of compared) expect(withoutOwn(ours[name]), name).toEqual(withoutOwn(theirs[name]))
    expect(compared).toContain('mqtt')
    expect(compared.length).toBeGreaterThan(8)
  })

  test('is one root on request, and all roots as JSON for callers that accept only JSON', async () => {
    const text = await (await get('/configs?key=delayed', 'text/plain')).text()
    expect(text).toMatch(/^delayed \{enable = (true|false), max_delayed_messages = \d+\}\n$/)
    const json: unknown = await (await get('/configs?key=delayed', 'application/json')).json()
    // The two formats of a cluster in use can differ in values that were changed since its start.
    const delayed = isRemote ? { delayed: { enable: expect.any(Boolean) } } : readHocon(text)
    expect(json).toMatchObject({ ...delayed, mqtt: {}, dashboard: {} })
    expect((await get('/configs', 'image/png')).status).toBe(400)
  })
})

/** Read-only settings are marked, unlike in EMQX. */
const withoutLocks = (ours: unknown, theirs: unknown): unknown => {
  if (!isRecord(ours) || !isRecord(theirs)) return ours
  const entries = Object.entries(ours).filter(([key]) => key !== 'readOnly' || key in theirs)
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutLocks(inner, theirs[key])]))
}

describe('the form schemas', () => {
  /** Enterprise settings, settings of later versions, and settings with other behaviour. */
  const notServed = [
    'dashboard.saml',
    'dashboard.sso',
    'emqx.file_transfer',
    'emqx.ssl_client_opts',
    'file_transfer.local_storage',
    'file_transfer.local_storage_exporter',
    'file_transfer.local_storage_exporter_backend',
    'file_transfer.local_storage_segments',
    'file_transfer.local_storage_segments_gc',
    'file_transfer.s3_exporter',
    'file_transfer.storage_backend',
    'ldap.ssl',
    's3.transport_options',
    'sso.client_file_jwks',
    'sso.ldap',
    'sso.oidc',
  ]

  test('describe each root like EMQX, without a token', async () => {
    const ours: unknown = await (await fetch(`${target.url}/api/v5/schemas/hotconf`)).json()
    const theirs = readContractFile('schemas/hotconf.json')
    const openSource = objectAt(objectAt(readContractFile('schemas/hotconf.open-source.json'), 'components'), 'schemas')
    const there = objectAt(objectAt(theirs, 'components'), 'schemas')
    const here = objectAt(objectAt(ours, 'components'), 'schemas')
    for (const [name, component] of Object.entries(here)) {
      // There is no single sign-on here, as in the open-source edition. A cluster may have either edition.
      const isEnterprise = isRemote && JSON.stringify(component).includes('dashboard.sso')
      const expected = name === 'dashboard.dashboard' && !isEnterprise ? openSource[name] : there[name]
      expect(withoutLocks(component, expected), name).toEqual(expected)
    }
    if (isRemote) return
    expect(
      Object.keys(there)
        .filter((name) => !(name in here))
        .sort(),
    ).toEqual(notServed)
    const paths = objectAt(theirs, 'paths')
    for (const [path, operations] of Object.entries(objectAt(ours, 'paths')))
      expect(operations, path).toEqual(paths[path])
  })

  // Forms read a union in reverse: its last member is the first choice.
  test.each(['connectors', 'actions'])("list the members of each union in %s in EMQX's order", async (name) => {
    const ours: unknown = await (await fetch(`${target.url}/api/v5/schemas/${name}`)).json()
    const there = unionsOf(readContractFile(`schemas/${name}.json`))
    const here = [...unionsOf(ours)].filter(([place]) => there.has(place))
    expect(here.length).toBeGreaterThan(15)
    for (const [place, members] of here) {
      const common = (list: readonly string[], other: readonly string[]) => list.filter((one) => other.includes(one))
      const theirs = there.get(place) ?? []
      expect(common(members, theirs), place).toEqual(common(theirs, members))
    }
  })
})

/** Members of every union by component and field. */
function unionsOf(document: unknown): ReadonlyMap<string, readonly string[]> {
  const components = Object.entries(objectAt(objectAt(document, 'components'), 'schemas'))
  return new Map(
    components.flatMap(([name, component]) =>
      Object.entries(objectAt(objectAt({ component }, 'component'), 'properties')).flatMap(([field, schema]) => {
        const members = listAt(schema, 'oneOf').map((member) => JSON.stringify(member))
        return members.length > 1 ? [[`${name}.${field}`, members] as const] : []
      }),
    ),
  )
}
