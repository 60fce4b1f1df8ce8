import { openBuiltInUsers } from '@mqdeck/access'
import type { AuthenticatorSettings } from '@mqdeck/access/catalog'
import { secretsOf } from '@mqdeck/contract'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { gatewayKind, type StoredGateway } from '../../../broker-config/gateways.ts'
import type { Tree } from '../../../broker-config/trees.ts'
import { differences } from '../../../migrate/compare.ts'
import { toTree, withoutNulls } from '../../../migrate/named-settings.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import { type Finding, impossible, type MigrationTask, reportOnly } from '../../../migrate/task.ts'

/** Gateways with their listeners and authenticators. */
export function gatewayTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const all = source.configuration.get('gateway')
  secrets.add(secretsOf(gatewayKind, all))
  return gatewayManifests.flatMap(({ name }) => {
    const gateway = all[name]
    return gateway ? [gatewayTask(name, partsOf(name, gateway), source), ...usersTasks(name, source)] : []
  })
}

interface Listener {
  readonly id: string
  readonly settings: Tree
  readonly authentication: AuthenticatorSettings | undefined
}

interface Parts {
  readonly enable: boolean
  readonly settings: Tree
  readonly authentication: AuthenticatorSettings | undefined
  readonly listeners: readonly Listener[]
}

const partsOf = (gateway: string, { enable, authentication, listeners, ...settings }: StoredGateway): Parts => ({
  enable,
  settings: toTree(withoutNulls(settings)),
  authentication,
  listeners: Object.entries(listeners).flatMap(([type, some]) =>
    Object.entries(some).map(([name, { authentication: own, ...one }]) => ({
      id: `${gateway}:${type}:${name}`,
      settings: { ...toTree(withoutNulls(one)), type, name },
      authentication: own,
    })),
  ),
})

function gatewayTask(name: string, parts: Parts, source: MigrationSource): MigrationTask {
  const path = `/gateways/${name}`
  const texts = <T>(value: T) => withPemTexts(value, source)
  const guards = [
    { at: `${path}/authentication`, settings: parts.authentication },
    ...parts.listeners.map(({ id, authentication }) => ({
      at: `${path}/listeners/${encodeURIComponent(id)}/authentication`,
      settings: authentication,
    })),
  ].flatMap(({ at, settings }) => (settings ? [{ at, settings }] : []))
  const loaded = async (target: Target) => {
    const theirs = await target.find(path)
    return theirs === undefined || field(theirs, 'status') === 'unloaded' ? undefined : theirs
  }
  return {
    kind: 'gateway',
    name,
    async find(target): Promise<Finding> {
      if ((await target.find(path)) === undefined)
        return impossible('not_supported', `the target does not have the gateway ${name}`)
      // Reports files that cannot be read.
      await texts([parts.settings, parts.listeners, guards])
      const theirs = await loaded(target)
      if (theirs === undefined) return { state: 'create' }
      const paths = [
        ...differences({ enable: parts.enable, ...parts.settings }, theirs),
        ...parts.listeners.flatMap(({ id, settings }) => listenerDifferences(id, settings, theirs)),
      ]
      for (const { at, settings } of guards)
        if (differences(settings, await target.find(at)).length > 0) paths.push(at.slice(path.length + 1))
      return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
    },
    async make({ target }) {
      const theirs = await loaded(target)
      // Disabled until its authenticators exist, because it would accept every client without them.
      const body = { name, ...(await texts(parts.settings)), enable: false }
      if (theirs === undefined) {
        await target.send('PUT', path, {
          ...body,
          listeners: await texts(parts.listeners.map(({ settings }) => settings)),
        })
      } else {
        await target.send('PUT', path, body)
        for (const { id, settings } of parts.listeners)
          await (findListener(theirs, id) === undefined
            ? target.send('POST', `${path}/listeners`, await texts(settings))
            : target.send('PUT', `${path}/listeners/${encodeURIComponent(id)}`, { ...(await texts(settings)), id }))
      }
      for (const { at, settings } of guards)
        await target.send(isSet(await target.find(at)) ? 'PUT' : 'POST', at, await texts(withoutNulls(settings)))
      if (parts.enable) await target.send('PUT', `${path}/enable/true`, undefined)
      return undefined
    },
  }
}

/** A gateway without an authenticator returns 204. */
const isSet = (answer: unknown) => field(answer, 'mechanism') !== undefined

function listenerDifferences(id: string, settings: Tree, theirs: unknown): readonly string[] {
  const listener = findListener(theirs, id)
  if (listener === undefined) return [`listeners.${id}`]
  return differences(settings, listener).map((path) => `listeners.${id}.${path}`)
}

function findListener(gateway: unknown, id: string): unknown {
  const listeners = field(gateway, 'listeners')
  return Array.isArray(listeners) ? listeners.find((one) => field(one, 'id') === id) : undefined
}

/** Users in the built-in database of a gateway or of one of its listeners. */
function usersTasks(gateway: string, source: MigrationSource): readonly MigrationTask[] {
  const count = [...openBuiltInUsers(source.store).list()].filter(
    ({ chain }) => chain.split(':', 1)[0] === gateway,
  ).length
  if (count === 0) return []
  return [
    reportOnly('authn_users', gateway, async () =>
      impossible(
        'not_supported',
        `EMQX imports the users of a gateway from a file only. Create the ${count} users of ${gateway} on the target`,
      ),
    ),
  ]
}
