import { isRecord, type Kind, secretsOf, writeHocon } from '@mqdeck/contract'
import { type RootName, rootKinds } from '../broker-config/roots.ts'
import { difference, mergeTrees, replaceAt, treeAt, valueAt } from '../broker-config/trees.ts'
import { isSame } from './compare.ts'
import { toTree, withoutNulls } from './named-settings.ts'
import { withPemTexts } from './pem-texts.ts'
import type { Secrets } from './secrets.ts'
import type { MigrationSource } from './source.ts'
import { field, type Target } from './target.ts'
import { type Finding, impossible, type MigrationTask, reportOnly } from './task.ts'

type Path = readonly string[]

/** Path of a root on the target. `inside`: part of the response that is the root. */
interface Place {
  readonly root: RootName
  readonly path: string
  readonly inside?: string
  /** Fields that are migrated elsewhere. */
  readonly without?: readonly Path[]
  /** Fields that are specific to this node, and their common name. */
  readonly own?: { readonly name: string; readonly paths: readonly Path[] }
}

const zone = (root: RootName): Place => ({ root, path: '/configs/global_zone', inside: root })

const places: readonly Place[] = [
  zone('mqtt'),
  zone('force_shutdown'),
  zone('force_gc'),
  zone('flapping_detect'),
  zone('durable_sessions'),
  { root: 'broker', path: '/configs/broker' },
  { root: 'log', path: '/configs/log', own: { name: 'log.file', paths: [['audit', 'path'], ['file']] } },
  { root: 'sysmon', path: '/configs/sysmon' },
  { root: 'sys_topics', path: '/configs/sys_topics' },
  { root: 'alarm', path: '/configs/alarm' },
  { root: 'authorization', path: '/authorization/settings', without: [['sources']] },
  { root: 'retainer', path: '/mqtt/retainer' },
  { root: 'delayed', path: '/mqtt/delayed' },
  { root: 'slow_subs', path: '/slow_subscriptions/settings' },
  { root: 'prometheus', path: '/prometheus' },
  { root: 'opentelemetry', path: '/opentelemetry' },
  { root: 'rule_engine', path: '/rule_engine', without: [['rules']] },
]

/** Roots with addresses of this node or of systems that it reports to. */
const ownRoots: readonly RootName[] = ['dashboard', 'api_key', 'telemetry']

/** Settings that differ from the default. */
export function settingsTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  return [
    ...places.flatMap((place) => {
      const { root, without = [], own } = place
      const all = changesOf(source, root, without)
      const changes = changesOf(source, root, [...without, ...(own?.paths ?? [])])
      secrets.add(secretsOf(rootKinds[root] as Kind, source.configuration.get(root)))
      return [
        ...(changes.length > 0 ? [settingsTask(place, changes, source)] : []),
        ...(own && all.length > changes.length ? [nodeSpecificTask(own.name)] : []),
      ]
    }),
    ...zonesTask(source),
    ...ownRoots.filter((root) => changesOf(source, root).length > 0).map(nodeSpecificTask),
  ]
}

const nodeSpecificTask = (name: string): MigrationTask =>
  reportOnly('settings', name, async () =>
    impossible('own_to_machine', `${name} is specific to this node. Set it on the target manually`),
  )

interface Change {
  readonly path: Path
  readonly value: unknown
  /** Defaults of the target. */
  readonly base: unknown
}

function changesOf(
  { configuration }: MigrationSource,
  root: RootName,
  without: readonly Path[] = [],
): readonly Change[] {
  const leaveOut = (value: unknown) => without.reduce((left, path) => replaceAt(left, path, undefined), value)
  const base = leaveOut(configuration.base(root))
  const changed = withoutNulls(difference(rootKinds[root] as Kind, leaveOut(configuration.get(root)), base))
  return leavesOf(changed).map(({ path, value }) => ({ path, value, base: valueAt(base, path) }))
}

/** Leaf values. An empty object is one. */
function leavesOf(value: unknown, path: Path = []): readonly { readonly path: Path; readonly value: unknown }[] {
  if (value === undefined) return []
  if (!isRecord(value)) return path.length === 0 ? [] : [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}

function settingsTask(
  { root, path, inside }: Place,
  changes: readonly Change[],
  source: MigrationSource,
): MigrationTask {
  const readRoot = async (target: Target) => {
    const answer = await target.get(path)
    return inside === undefined ? answer : field(answer, inside)
  }
  const find = async (target: Target): Promise<Finding> => {
    const theirs = await readRoot(target)
    if (theirs === undefined) return impossible('not_supported', `the target does not have the settings ${root}`)
    return findingFor(changes, theirs)
  }
  return {
    kind: 'settings',
    name: root,
    find,
    async make({ target }) {
      const answer = await target.get(path)
      const theirs = toTree(inside === undefined ? answer : field(answer, inside))
      const next = changes.reduce<unknown>((all, { path: at, value }) => mergeTrees(all, treeAt(at, value)), theirs)
      const body = await withPemTexts(next, source)
      // EMQX rejects a zone if one of its roots is missing.
      await target.send('PUT', path, inside === undefined ? body : { ...toTree(answer), [inside]: body })
      return undefined
    },
  }
}

/** Values at the default may be changed. Values that were changed on the target are kept. */
function findingFor(changes: readonly Change[], theirs: unknown): Finding {
  const open = changes.filter(({ path, value }) => !isSame(value, valueAt(theirs, path), path.at(-1)))
  if (open.length === 0) return { state: 'equal' }
  const paths = open.map(({ path }) => path.join('.'))
  const isTheirs = ({ path, base }: Change) => {
    const there = valueAt(theirs, path)
    return there !== undefined && !isSame(base, there, path.at(-1))
  }
  return { state: open.some(isTheirs) ? 'differs' : 'create', differences: paths }
}

/** EMQX has no endpoint for zones other than the global one. They are sent as part of the configuration file. */
function zonesTask({ configuration }: MigrationSource): readonly MigrationTask[] {
  return Object.entries(configuration.get('zones')).map(([name, ours]): MigrationTask => {
    const read = async (target: Target) =>
      field((await target.find('/mqdeck/zones')) ?? field(await target.get('/configs'), 'zones'), name)
    return {
      kind: 'settings',
      name: `zones.${name}`,
      async find(target) {
        const theirs = await read(target)
        if (theirs === undefined) return { state: 'create' }
        return isSame(ours, theirs) ? { state: 'equal' } : { state: 'differs', differences: [`zones.${name}`] }
      },
      async make({ target }) {
        await target.sendText(
          'PUT',
          '/configs?mode=merge',
          writeHocon({ zones: { [name]: JSON.parse(JSON.stringify(ours)) } }),
        )
        return undefined
      },
    }
  })
}
