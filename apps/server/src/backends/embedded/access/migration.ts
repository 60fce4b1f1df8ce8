import { isDeepStrictEqual } from 'node:util'
import {
  openBuiltInUsers,
  openScramUsers,
  type StoredPassword,
  type StoredScramPassword,
  type StoredUser,
} from '@mqdeck/access'
import { type AclFile, parseAcl } from '@mqdeck/access/acl'
import { authenticator, authenticatorId, authzSource, type SourceSettings } from '@mqdeck/access/catalog'
import { secretsOf } from '@mqdeck/contract'
import { countsOf, createInBatches, findingOf } from '../../../migrate/batches.ts'
import { differences } from '../../../migrate/compare.ts'
import { withoutNulls } from '../../../migrate/named-settings.ts'
import { orderTask } from '../../../migrate/order.ts'
import { withPemTexts } from '../../../migrate/pem-texts.ts'
import type { Secrets } from '../../../migrate/secrets.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import { TargetError } from '../../../migrate/target-error.ts'
import { type Finding, idOf, impossible, type MigrationTask, reportOnly } from '../../../migrate/task.ts'

const authnPath = '/authentication'
const authzPath = '/authorization/sources'
const enc = encodeURIComponent

/** Authenticators, users of the built-in database, then the order. */
export function authenticationTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const chain = source.configuration.get('authentication')
  const ids = chain.map(authenticatorId)
  return [
    ...chain.flatMap((settings): readonly MigrationTask[] => {
      secrets.add(secretsOf(authenticator, settings))
      const id = authenticatorId(settings)
      const task = memberTask({
        kind: 'authenticator',
        name: id,
        path: `${authnPath}/${enc(id)}`,
        createPath: authnPath,
        refused: isArgon2(settings)
          ? impossible('hash_not_carried', 'EMQX does not support argon2. Choose another password hash on the target')
          : undefined,
        body: () => withPemTexts(withoutNulls(settings), source),
      })
      const users = usersTask(id, idOf(task), source)
      return users ? [task, users] : [task]
    }),
    ...orderTask({
      kind: 'authenticator',
      ids,
      field: 'id',
      list: async (target) => target.get(authnPath),
      path: `${authnPath}/order`,
    }),
  ]
}

/** Authorization sources, rules of the built-in database, then the order. */
export function authorizationTasks(source: MigrationSource, secrets: Secrets): readonly MigrationTask[] {
  const { configuration } = source
  const { sources } = configuration.get('authorization')
  const untouched = new Set(configuration.base('authorization').sources.map((one) => JSON.stringify(one)))
  // The default file is the same for every broker.
  const ours = sources.filter((one) => sources.length > 1 || !untouched.has(JSON.stringify(one)))
  return [
    ...ours.map((settings) => {
      secrets.add(secretsOf(authzSource, settings))
      return memberTask({
        kind: 'authz_source',
        name: settings.type,
        path: `${authzPath}/${enc(settings.type)}`,
        createPath: authzPath,
        refused: undefined,
        body: async () => withPemTexts(withoutNulls(await withAcl(settings, source)), source),
      })
    }),
    ...orderTask({
      kind: 'authz_source',
      ids: ours.map(({ type }) => type),
      field: 'type',
      list: async (target) => field(await target.get(authzPath), 'sources'),
      path: `${authzPath}/order`,
    }),
  ]
}

interface Member {
  readonly kind: 'authenticator' | 'authz_source'
  readonly name: string
  readonly path: string
  readonly createPath: string
  readonly refused: Finding | undefined
  body(): Promise<unknown>
}

function memberTask({ kind, name, path, createPath, refused, body }: Member): MigrationTask {
  return {
    kind,
    name,
    async find(target) {
      if (refused) return refused
      const ours = await body()
      const theirs = await target.find(path)
      if (theirs === undefined) return { state: 'create' }
      const paths = differences(ours, theirs).filter((one) => !isSameText(one, ours, theirs))
      return paths.length === 0 ? { state: 'equal' } : { state: 'differs', differences: paths }
    },
    async make({ target, overwrite }) {
      const isThere = overwrite && (await target.find(path)) !== undefined
      await (isThere ? target.send('PUT', path, await body()) : target.send('POST', createPath, await body()))
      return undefined
    },
  }
}

/** ACL texts with the same rules are equal, regardless of comments, blank lines and line ends. */
function isSameText(name: string, ours: unknown, theirs: unknown): boolean {
  const [one, other] = [field(ours, name), field(theirs, name)]
  if (name !== 'rules' || typeof one !== 'string' || typeof other !== 'string') return false
  if (one.trim() === other.trim()) return true
  const [mine, its] = [parseAcl(one), parseAcl(other)]
  const isReadable = mine.problems.length === 0 && its.problems.length === 0
  return isReadable && isDeepStrictEqual(rulesIn(mine), rulesIn(its))
}

const rulesIn = ({ rules }: AclFile) => rules.map(({ rule }) => rule)

const isArgon2 = (settings: object) => field(field(settings, 'password_hash_algorithm'), 'name') === 'argon2'

/** The API accepts the rules of a file but not its path. */
async function withAcl(settings: SourceSettings, source: MigrationSource): Promise<SourceSettings> {
  const { path, ...rest } = settings
  if (settings.type !== 'file' || typeof settings.rules === 'string' || typeof path !== 'string') return settings
  const rules = await source.readAcl(path)
  if (rules === undefined) throw new TargetError('file_not_read', `the ACL file ${path} cannot be read`)
  return { ...rest, rules }
}

/** The global chain, which all listeners share. */
const chainName = 'mqtt:global'
/** Users per request. */
const batchSize = 500

function usersTask(id: string, needed: string, source: MigrationSource): MigrationTask | undefined {
  if (id === 'password_based:built_in_database') {
    const users = [...openBuiltInUsers(source.store).list()].filter(({ chain }) => chain === chainName)
    return users.length === 0 ? undefined : hashedUsersTask(id, needed, users)
  }
  if (id !== 'scram:built_in_database') return undefined
  const users = [...openScramUsers(source.store).list()].filter(({ chain }) => chain === chainName)
  return users.length === 0 ? undefined : scramUsersTask(id, users)
}

function hashedUsersTask(id: string, needed: string, users: readonly StoredUser<StoredPassword>[]): MigrationTask {
  const missing = async (target: Target) => {
    const known = await userNames(target, id)
    return users.filter(({ user_id: name }) => !known.has(name))
  }
  return {
    kind: 'authn_users',
    name: id,
    needs: [needed],
    async find(target) {
      const names = new Set((await missing(target)).map(({ user_id: name }) => name))
      // Hashes cannot be read from the target, so existing users are not changed.
      return findingOf(countsOf(users.map(({ user_id: name }) => (names.has(name) ? 'missing' : 'equal'))))
    },
    make: async (making) =>
      createInBatches(
        await missing(making.target),
        {
          size: batchSize,
          nameOf: ({ user_id: name }) => name,
          make: async (some) => {
            const rows = some.map(({ user_id, record: { password_hash, salt, is_superuser } }) => ({
              user_id,
              password_hash,
              salt,
              is_superuser,
            }))
            const answer = await making.target.send('POST', `${authnPath}/${enc(id)}/import_users?type=hash`, rows)
            const failed = field(answer, 'failed')
            if (typeof failed === 'number' && failed > 0)
              throw new TargetError('refused', `${failed} of ${some.length} users were rejected`)
          },
        },
        making,
      ),
  }
}

function scramUsersTask(id: string, users: readonly StoredUser<StoredScramPassword>[]): MigrationTask {
  return reportOnly('authn_users', id, async (target) => {
    const known = await userNames(target, id)
    const isThere = ({ user_id: name }: { readonly user_id: string }) => known.has(name)
    const counts = countsOf(users.map((user) => (isThere(user) ? 'equal' : 'impossible')))
    const names = users.filter((user) => !isThere(user)).map(({ user_id: name }) => name)
    return findingOf(counts, {
      reason: 'scram_not_carried',
      detail: `EMQX cannot import keys of SCRAM users. Create the users on the target with their passwords: ${listed(names)}`,
    })
  })
}

/** Empty if the authenticator does not exist yet. */
async function userNames(target: Target, id: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  if ((await target.find(`${authnPath}/${enc(id)}`)) === undefined) return names
  for await (const row of target.pages(`${authnPath}/${enc(id)}/users`)) names.add(String(field(row, 'user_id')))
  return names
}

const maxListed = 20
const listed = (names: readonly string[]): string =>
  names.length <= maxListed
    ? names.join(', ')
    : `${names.slice(0, maxListed).join(', ')} and ${names.length - maxListed} more`
