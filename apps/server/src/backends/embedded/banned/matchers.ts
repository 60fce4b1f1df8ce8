import { BlockList, isIP } from 'node:net'
import { AppError, type BanDimension } from '@mqdeck/contract'
import { canonicalAddress, canonicalNetwork } from '@mqdeck/kit'
import { RE2JS, RE2JSException } from 're2js'
import type { Banned } from './service.ts'

interface Match {
  readonly as: BanDimension
  readonly who: string
}
type Test = (client: Banned) => boolean

/** Finds bans that match a client: exact values by lookup, patterns and networks one by one. */
export interface Matchers {
  /** @throws {AppError} BAD_REQUEST if `who` is not a valid pattern, address or network */
  add(as: BanDimension, who: string): void
  remove(as: BanDimension, who: string): void
  find(client: Banned): readonly Match[]
}

export function createMatchers(): Matchers {
  const tests = new Map<string, Match & { readonly test: Test }>()
  return {
    add: (as, who) => {
      const test = toTest(as, who)
      if (!isExact(as)) tests.set(`${as} ${who}`, { as, who, test })
    },
    remove: (as, who) => void tests.delete(`${as} ${who}`),
    find: (client) => [
      { as: 'clientid', who: client.clientId },
      ...(client.username === undefined ? [] : [{ as: 'username' as const, who: client.username }]),
      { as: 'peerhost', who: canonicalAddress(client.peerhost) },
      ...[...tests.values()].filter(({ test }) => test(client)),
    ],
  }
}

const isExact = (as: BanDimension) => as === 'clientid' || as === 'username' || as === 'peerhost'

/**
 * Whether a ban matches a client.
 * @throws {AppError} BAD_REQUEST if `who` is invalid for `as`
 */
export function toTest(as: BanDimension, who: string): Test {
  // An empty pattern would match every client, and an empty text cannot be part of the path that deletes the ban.
  if (who === '') throw new AppError('BAD_REQUEST', 'who must not be empty')
  switch (as) {
    case 'clientid':
      return ({ clientId }) => clientId === who
    case 'username':
      return ({ username }) => username === who
    case 'clientid_re': {
      const fits = toPattern(who)
      return ({ clientId }) => fits(clientId)
    }
    case 'username_re': {
      const fits = toPattern(who)
      return ({ username }) => username !== undefined && fits(username)
    }
    case 'peerhost': {
      if (isIP(who) === 0) throw new AppError('BAD_REQUEST', `bad peerhost: ${who}`)
      const address = canonicalAddress(who)
      return ({ peerhost }) => canonicalAddress(peerhost) === address
    }
    case 'peerhost_net': {
      const network = toNetwork(who)
      return ({ peerhost }) => {
        const address = canonicalAddress(peerhost)
        return network.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
      }
    }
  }
}

/** Maximum length of a pattern in characters, because long patterns take long to compile. */
const maxPatternLength = 4096

/** RE2, which takes linear time for any client ID. It does not support lookaround and backreferences. */
function toPattern(source: string): (text: string) => boolean {
  if (source.length > maxPatternLength)
    throw new AppError('BAD_REQUEST', `a regular expression may have at most ${maxPatternLength} characters`)
  try {
    const pattern = RE2JS.compile(source)
    return (text) => pattern.test(text)
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    throw new AppError('BAD_REQUEST', `bad regular expression: ${source}: ${cause.message}`, { cause })
  }
}

/** `10.0.0.0/8`, `fd00::/8` */
function toNetwork(cidr: string): BlockList {
  const [address = '', prefix = '', ...rest] = cidr.split('/')
  const family = isIP(address)
  const bits = /^\d{1,3}$/.test(prefix) && rest.length === 0 ? Number(prefix) : Number.NaN
  if (family === 0 || !(bits <= (family === 6 ? 128 : 32))) throw new AppError('BAD_REQUEST', `bad network: ${cidr}`)
  const network = canonicalNetwork(address, bits)
  const list = new BlockList()
  list.addSubnet(network.address, network.prefix, network.family)
  return list
}
