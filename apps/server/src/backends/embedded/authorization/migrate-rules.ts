import { type OwnedRules, openStoredRules } from '@mqdeck/access'
import { countsOf, createInBatches, findingOf, type ObjectState } from '../../../migrate/batches.ts'
import { isSame } from '../../../migrate/compare.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import type { MigrationTask } from '../../../migrate/task.ts'

const root = '/authorization/sources/built_in_database/rules'
/** Clients or users per request. */
const batchSize = 100

/** Rules of the built-in database for clients, users and all clients. */
export function accessRulesTasks(source: MigrationSource): readonly MigrationTask[] {
  const hasSource = source.configuration.get('authorization').sources.some(({ type }) => type === 'built_in_database')
  const needs = hasSource ? ['authz_source/built_in_database'] : []
  const { entries } = openStoredRules(source.store, () => {})
  return [
    ...ownersTask('clients', 'clientid', [...entries('clientid')], needs),
    ...ownersTask('users', 'username', [...entries('username')], needs),
    ...allClientsTask([...entries('all')], needs),
  ]
}

const nameOf = ({ owner }: OwnedRules) => owner[1] ?? ''

function ownersTask(
  name: 'clients' | 'users',
  key: 'clientid' | 'username',
  owned: readonly OwnedRules[],
  needs: readonly string[],
): readonly MigrationTask[] {
  if (owned.length === 0) return []
  const path = `${root}/${name}`
  const standings = async (target: Target) => {
    const theirs = new Map<string, unknown>()
    // EMQX returns 404 while the source does not exist.
    if ((await target.find(`${path}?page=1&limit=1`)) !== undefined)
      for await (const row of target.pages(path)) theirs.set(String(field(row, key)), field(row, 'rules'))
    return owned.map((one): readonly [OwnedRules, ObjectState] => {
      if (!theirs.has(nameOf(one))) return [one, 'missing']
      return [one, isSameRules(one.rules, theirs.get(nameOf(one))) ? 'equal' : 'differs']
    })
  }
  const toBody = (one: OwnedRules) => ({ [key]: nameOf(one), rules: one.rules })
  return [
    {
      kind: 'authz_rules',
      name,
      needs,
      find: async (target) => findingOf(countsOf((await standings(target)).map(([, standing]) => standing))),
      async make(making) {
        const all = await standings(making.target)
        const of = (wanted: ObjectState) => all.filter(([, standing]) => standing === wanted).map(([one]) => one)
        const made = await createInBatches(
          of('missing'),
          { size: batchSize, nameOf, make: (some) => making.target.send('POST', path, some.map(toBody)) },
          making,
        )
        if (!making.overwrite) return made
        const changed = await createInBatches(
          of('differs'),
          {
            size: 1,
            nameOf,
            make: ([one]) =>
              one
                ? making.target.send('PUT', `${path}/${encodeURIComponent(nameOf(one))}`, toBody(one))
                : Promise.resolve(),
          },
          making,
        )
        return made ?? changed
      },
    },
  ]
}

function allClientsTask([owned]: readonly OwnedRules[], needs: readonly string[]): readonly MigrationTask[] {
  if (owned === undefined || owned.rules.length === 0) return []
  const path = `${root}/all`
  return [
    {
      kind: 'authz_rules',
      name: 'all',
      needs,
      async find(target) {
        const theirs = field(await target.find(path), 'rules')
        if (!Array.isArray(theirs) || theirs.length === 0) return { state: 'create' }
        return isSameRules(owned.rules, theirs) ? { state: 'equal' } : { state: 'differs' }
      },
      async make({ target }) {
        await target.send('POST', path, { rules: owned.rules })
        return undefined
      },
    },
  ]
}

/** The target fills in defaults for missing fields. */
const defaults = { qos: [0, 1, 2], retain: 'all' }

function isSameRules(ours: OwnedRules['rules'], theirs: unknown): boolean {
  if (!Array.isArray(theirs) || theirs.length !== ours.length) return false
  return ours.every((rule, index) => {
    const other: unknown = theirs[index]
    if (typeof other !== 'object' || other === null) return false
    const theirRule = { ...defaults, ...other }
    return Object.entries({ ...defaults, ...rule }).every(([key, value]) => isSame(value, field(theirRule, key), key))
  })
}
