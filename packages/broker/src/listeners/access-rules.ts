import { BlockList } from 'node:net'
import type { AccessRule } from '@mqdeck/contract'

/** Whether an address may connect: the first rule that fits says it; none that does, it may. */
export type AccessCheck = (address: string) => boolean

export function createAccessCheck(rules: readonly AccessRule[]): AccessCheck {
  // The usual list, spared the work.
  if (rules.every(({ action }) => action === 'allow')) return () => true
  const compiled = rules.map(({ action, network }) => ({ allows: action === 'allow', fits: fitting(network) }))
  return (address) => {
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    return compiled.find(({ fits }) => fits(address, family))?.allows ?? true
  }
}

type Fits = (address: string, family: 'ipv4' | 'ipv6') => boolean

function fitting(network: AccessRule['network']): Fits {
  if (!network) return () => true
  const list = new BlockList()
  list.addSubnet(network.address, network.prefix, network.family)
  // To a list, IPv4 is a part of IPv6.
  return (address, family) => family === network.family && list.check(address, family)
}
