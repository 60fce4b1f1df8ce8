import { parseAcl, type Rule } from '@mqdeck/access/acl'
import type { AuthorizationSource, ListedAuthenticator } from '@mqdeck/contract'
import { isRecord } from '../../lib/json-path.ts'
import type { Facts } from './facts.ts'
import { conclude, type Finding } from './finding.ts'

const isOn = ({ enable }: { readonly enable?: boolean | undefined }) => enable !== false

/** Who may connect, and what clients may do. */
export function checkAccess({ authenticators, superusers, sources, noMatch }: Facts): readonly Finding[] {
  const chain = authenticators.filter(isOn)
  const asked = sources?.filter(isOn)
  const isUnruled = asked?.length === 0 && noMatch === 'allow'
  const open = asked?.some(endsOpen)
  const hasFile = sources?.some(({ type }) => type === 'file') === true
  return [
    conclude('anonymous', '/authentication', [
      [chain.length === 0, 'danger', 'noAuthenticator'],
      [true, 'ok', 'asked', chain.map(({ id }) => id)],
    ]),
    hashes(chain),
    conclude('superusers', '/authentication', [
      [superusers === undefined, 'unknown', 'notTold'],
      [superusers !== undefined && superusers > 0, 'attention', 'superusers', [String(superusers)]],
      [true, 'ok', 'noSuperusers'],
    ]),
    conclude('noRule', '/authorization', [
      [asked === undefined || noMatch === undefined, 'unknown', 'notTold'],
      [isUnruled, 'danger', 'noSource'],
      [asked?.length === 0, 'ok', 'allDenied'],
      [true, 'ok', 'sources', asked?.map(({ type }) => type) ?? []],
    ]),
    conclude('noMatch', '/authorization/settings', [
      [noMatch === undefined, 'unknown', 'notTold'],
      [noMatch === 'allow', 'attention', 'noMatchAllows'],
      [true, 'ok', 'noMatchDenies'],
    ]),
    conclude('fileEnd', hasFile ? '/authorization/detail/file?tab=settings' : '/authorization', [
      [asked === undefined, 'unknown', 'notTold'],
      [open === true, 'attention', 'fileAllowsAll'],
      [true, 'ok', 'fileFine'],
    ]),
  ]
}

function hashes(chain: readonly ListedAuthenticator[]): Finding {
  const plain = chain.filter((one) => hashOf(one)?.name === 'plain').map(({ id }) => id)
  const weak = chain.filter((one) => isWeak(hashOf(one))).map(({ id }) => id)
  return conclude('hashes', '/authentication', [
    [plain.length > 0, 'danger', 'plainPasswords', plain],
    [weak.length > 0, 'attention', 'weakHashes', weak],
    [true, 'ok', 'strongHashes'],
  ])
}

/** Those that keep passwords themselves, or look them up in a database. */
const hashOf = ({ password_hash_algorithm: hash }: Readonly<Record<string, unknown>>) =>
  isRecord(hash) && typeof hash.name === 'string' ? { name: hash.name, salt: hash.salt_position } : undefined

/** Broken (md4, md5, sha1), or made without a salt: one table cracks them all. The slow ones bring their own salt. */
const isWeak = (hash: ReturnType<typeof hashOf>): boolean =>
  hash !== undefined && (['md4', 'md5', 'sha', 'ripemd160'].includes(hash.name) || hash.salt === 'disable')

/** The rule of EMQX's default file, behind which nothing else is ever asked. */
const endsOpen = ({ type, rules }: AuthorizationSource): boolean =>
  type === 'file' && typeof rules === 'string' && parseAcl(rules).rules.some(({ rule }) => allowsAll(rule))

const allowsAll = ({ permission, who, action, topics }: Rule): boolean =>
  permission === 'allow' &&
  who.kind === 'all' &&
  action === 'all' &&
  (topics === 'all' || topics.some(({ topic, exact }) => topic === '#' && !exact))
