import { BlockList } from 'node:net'
import type { AccessRule } from '@mqdeck/contract'
import { canonicalNetwork } from '@mqdeck/kit'

/** Whether an address may connect. The first matching rule decides; without a match the address is allowed. */
export type AccessCheck = (address: string) => boolean

export function createAccessCheck(rules: readonly AccessRule[]): AccessCheck {
  // The default list needs no check.
  if (rules.every(({ action }) => action === 'allow')) return () => true
  const runs: Run[] = []
  for (const rule of rules) {
    const last = runs.at(-1)
    if (last?.action === rule.action) add(last, rule)
    else runs.push(add(newRun(rule.action), rule))
  }
  return (address) => {
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    const first = runs.find((run) => run.matchesAll || run[family].check(address, family))
    return first?.action !== 'deny'
  }
}

/** Consecutive rules with the same action are checked together, because there may be thousands. */
interface Run {
  readonly action: AccessRule['action']
  matchesAll: boolean
  /** One list for each family, because a `BlockList` treats IPv4 as part of IPv6. */
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

const newRun = (action: AccessRule['action']): Run => ({
  action,
  matchesAll: false,
  ipv4: new BlockList(),
  ipv6: new BlockList(),
})

function add(run: Run, { network }: AccessRule): Run {
  if (network) {
    const { address, prefix, family } = canonicalNetwork(network.address, network.prefix)
    run[family].addSubnet(address, prefix, family)
  } else run.matchesAll = true
  return run
}
