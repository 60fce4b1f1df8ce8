import { type AclRule, parseAcl } from '@mqdeck/access/acl'
import type { AuthorizationSource, ListedAuthenticator } from '@mqdeck/contract'
import { isRecord } from '../../lib/json/json-path.ts'
import { type Finding, toFinding } from './finding.ts'
import type { Facts } from './queries.ts'

const isEnabled = ({ enable }: { readonly enable?: boolean | undefined }) => enable !== false

/** Checks authentication and authorization of clients. */
export function checkAccess({
  authenticators,
  superusers,
  sources,
  noMatch,
  sourceFailure,
  profile,
}: Facts): readonly Finding[] {
  const chain = authenticators.filter(isEnabled)
  const enabled = sources?.filter(isEnabled)
  const isUnrestricted = enabled?.length === 0 && noMatch === 'allow'
  const allowsEverything = enabled?.some(hasAllowAllRule)
  const hasFile = sources?.some(({ type }) => type === 'file') === true
  return [
    toFinding('anonymous', '/authentication', [
      [chain.length === 0 && profile === 'hardened', 'attention', 'nobodyConnects'],
      [chain.length === 0, 'danger', 'noAuthenticator'],
      [true, 'ok', 'authenticators', chain.map(({ id }) => id)],
    ]),
    hashes(chain),
    toFinding('superusers', '/authentication', [
      [superusers === undefined, 'unknown', 'notReported'],
      [superusers !== undefined && superusers > 0, 'attention', 'superusers', [String(superusers)]],
      [true, 'ok', 'noSuperusers'],
    ]),
    toFinding('noRule', '/authorization', [
      [enabled === undefined || noMatch === undefined, 'unknown', 'notReported'],
      [isUnrestricted, 'danger', 'noSource'],
      [enabled?.length === 0, 'ok', 'allDenied'],
      [true, 'ok', 'sources', enabled?.map(({ type }) => type) ?? []],
    ]),
    toFinding('noMatch', '/authorization/settings', [
      [noMatch === undefined, 'unknown', 'notReported'],
      [noMatch === 'allow', 'attention', 'noMatchAllows'],
      [true, 'ok', 'noMatchDenies'],
    ]),
    toFinding('sourceFailure', '/authorization/settings', [
      [sourceFailure === undefined, 'unknown', 'notReported'],
      [sourceFailure === 'ignore', 'attention', 'failuresIgnored'],
      [true, 'ok', 'failuresDeny'],
    ]),
    toFinding('fileEnd', hasFile ? '/authorization/detail/file?tab=settings' : '/authorization', [
      [enabled === undefined, 'unknown', 'notReported'],
      [allowsEverything === true, 'attention', 'fileAllowsAll'],
      [true, 'ok', 'fileFine'],
    ]),
  ]
}

function hashes(chain: readonly ListedAuthenticator[]): Finding {
  const plain = chain.filter((one) => hashOf(one)?.name === 'plain').map(({ id }) => id)
  const weak = chain.filter((one) => isWeak(hashOf(one))).map(({ id }) => id)
  return toFinding('hashes', '/authentication', [
    [plain.length > 0, 'danger', 'plainPasswords', plain],
    [weak.length > 0, 'attention', 'weakHashes', weak],
    [true, 'ok', 'strongHashes'],
  ])
}

/** The password hash; undefined for authenticators that store no passwords. */
const hashOf = ({ password_hash_algorithm: hash }: Readonly<Record<string, unknown>>) =>
  isRecord(hash) && typeof hash.name === 'string' ? { name: hash.name, salt: hash.salt_position } : undefined

/** Broken algorithms, and hashes without a salt, which can be looked up in a precomputed table. Slow algorithms always have a salt. */
const isWeak = (hash: ReturnType<typeof hashOf>): boolean =>
  hash !== undefined && (['md4', 'md5', 'sha', 'ripemd160'].includes(hash.name) || hash.salt === 'disable')

/** Whether the file has a rule like the last one of EMQX's default file, after which no rule is ever checked. */
const hasAllowAllRule = ({ type, rules }: AuthorizationSource): boolean =>
  type === 'file' && typeof rules === 'string' && parseAcl(rules).rules.some(({ rule }) => allowsAll(rule))

const allowsAll = ({ permission, who, action, topics }: AclRule): boolean =>
  permission === 'allow' &&
  who.kind === 'all' &&
  action === 'all' &&
  (topics === 'all' || topics.some(({ topic, exact }) => topic === '#' && !exact))
