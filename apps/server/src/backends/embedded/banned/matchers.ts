import { BlockList, isIP } from 'node:net'
import { AppError, type BanDimension } from '@mqdeck/contract'
import type { Banned } from './bans.ts'

interface Match {
  readonly as: BanDimension
  readonly who: string
}
type Test = (client: Banned) => boolean

/** Finds the bans that fit a client: exact values by look-up, patterns and networks one by one. */
export interface Matchers {
  /** @throws {AppError} BAD_REQUEST when `who` is not a pattern, an address or a network */
  add(as: BanDimension, who: string): void
  remove(as: BanDimension, who: string): void
  find(client: Banned): readonly Match[]
}

export function createMatchers(): Matchers {
  const tests = new Map<string, Match & { readonly test: Test }>()
  return {
    add: (as, who) => {
      const test = toTest(as, who)
      if (test) tests.set(`${as} ${who}`, { as, who, test })
    },
    remove: (as, who) => void tests.delete(`${as} ${who}`),
    find: (client) => [
      { as: 'clientid', who: client.clientId },
      ...(client.username === undefined ? [] : [{ as: 'username' as const, who: client.username }]),
      { as: 'peerhost', who: client.peerhost },
      ...[...tests.values()].filter(({ test }) => test(client)),
    ],
  }
}

/** Undefined for dimensions that are looked up by value. */
function toTest(as: BanDimension, who: string): Test | undefined {
  switch (as) {
    case 'clientid_re': {
      const pattern = toPattern(who)
      return ({ clientId }) => pattern.test(clientId)
    }
    case 'username_re': {
      const pattern = toPattern(who)
      return ({ username }) => username !== undefined && pattern.test(username)
    }
    case 'peerhost_net': {
      const network = toNetwork(who)
      return ({ peerhost }) => network.check(peerhost, isIP(peerhost) === 6 ? 'ipv6' : 'ipv4')
    }
    case 'peerhost':
      if (isIP(who) === 0) throw new AppError('BAD_REQUEST', `bad peerhost: ${who}`)
      return undefined
    default:
      return undefined
  }
}

function toPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `bad regular expression: ${source}`, { cause })
  }
}

/** `10.0.0.0/8`, `fd00::/8` */
function toNetwork(cidr: string): BlockList {
  const [address = '', prefix = ''] = cidr.split('/')
  const family = isIP(address)
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (family === 0 || !(bits <= (family === 6 ? 128 : 32))) throw new AppError('BAD_REQUEST', `bad network: ${cidr}`)
  const list = new BlockList()
  list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  return list
}
