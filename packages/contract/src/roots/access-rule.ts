import { isIpAddress } from '../fields/text.ts'
import { type Kind, scalar } from '../struct/kind.ts'

/** An access rule of a listener. Without a network it matches every address. */
export interface AccessRule {
  readonly action: 'allow' | 'deny'
  readonly network?: { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }
}

/** Parses `allow all`, `deny 10.0.0.0/8`, `allow ::1`. Undefined if it is not a rule. */
export function parseAccessRule(text: string): AccessRule | undefined {
  const match = /^\s*(allow|deny)\s+(\S+)\s*$/i.exec(text)
  if (!match) return undefined
  const action = match[1]?.toLowerCase() === 'allow' ? 'allow' : 'deny'
  const target = match[2] ?? ''
  if (target.toLowerCase() === 'all') return { action }
  const [address = '', length, more] = target.split('/')
  const isV6 = address.includes(':')
  const longest = isV6 ? 128 : 32
  if (more !== undefined || !isIpAddress(address) || !/^(?:\d{1,3})?$/.test(length ?? '') || length === '')
    return undefined
  const prefix = length === undefined ? longest : Number(length)
  return prefix <= longest ? { action, network: { address, prefix, family: isV6 ? 'ipv6' : 'ipv4' } } : undefined
}

export const accessRule = (): Kind<string, AccessRule> =>
  scalar<string, AccessRule>({
    wire: { type: 'string', format: 'access_rule' },
    openApi: { type: 'string' },
    read: (value, refuse) =>
      typeof value === 'string' && parseAccessRule(value)
        ? value
        : refuse(`${JSON.stringify(value)} is not a valid rule. Use for example "allow all" or "deny 10.0.0.0/8"`),
    // `read` has validated the value.
    toPlain: (value) => parseAccessRule(value) ?? { action: 'deny' },
  })
