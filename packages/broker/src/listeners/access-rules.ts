import { BlockList } from 'node:net'
import type { AccessRule } from '@mqdeck/contract'

/** Whether an address may connect: the first rule that fits says it; none that does, it may. */
export type AccessCheck = (address: string) => boolean

export function createAccessCheck(rules: readonly AccessRule[]): AccessCheck {
  // The usual list, spared the work.
  if (rules.every(({ action }) => action === 'allow')) return () => true
  const runs: Run[] = []
  for (const rule of rules) {
    const last = runs.at(-1)
    if (last?.action === rule.action) add(last, rule)
    else runs.push(add(newRun(rule.action), rule))
  }
  return (address) => {
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    const first = runs.find((run) => run.fitsAll || run[family].check(address, family))
    return first?.action !== 'deny'
  }
}

/** Rules that follow each other and say the same are looked at as one: there may be thousands. */
interface Run {
  readonly action: AccessRule['action']
  fitsAll: boolean
  /** One for each: to a list, IPv4 is a part of IPv6. */
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

const newRun = (action: AccessRule['action']): Run => ({
  action,
  fitsAll: false,
  ipv4: new BlockList(),
  ipv6: new BlockList(),
})

function add(run: Run, { network }: AccessRule): Run {
  if (network) run[network.family].addSubnet(network.address, network.prefix, network.family)
  else run.fitsAll = true
  return run
}
