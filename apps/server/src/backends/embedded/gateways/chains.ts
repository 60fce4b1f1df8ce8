import { type Authentication, createAuthentication, type MemberError } from '@mqdeck/access'
import type { AuthenticatorSettings } from '@mqdeck/access/catalog'
import type { GatewayPorts } from '@mqdeck/gateways'
import type { Clock, Log, Store } from '@mqdeck/kit'
import type { StoredGateway } from '../../../broker-config/gateways.ts'
import { invalid } from '../root-checks.ts'

/** The authenticators of gateways and their listeners: one chain of at most one authenticator for each. */
export interface GatewayChains {
  /** Decides by the authenticator of the client's listener, or else of its gateway. */
  readonly authenticate: GatewayPorts['authenticate']
  get(chain: string): Authentication | undefined
  /** As configured when the process starts: an authenticator that cannot work accepts no client. */
  start(wanted: ReadonlyMap<string, AuthenticatorSettings>): Promise<void>
  /** Rejects with a refusal that names the field; the chain is unchanged then. Undefined removes the authenticator. */
  replace(chain: string, settings: AuthenticatorSettings | undefined): Promise<void>
  /** Deletes the users of chains that are empty. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly folder: string
}

/** EMQX's name of the chain of a gateway. */
export const gatewayChain = (gateway: string) => `${gateway}:global`

export function createGatewayChains(options: Options): GatewayChains {
  const chains = new Map<string, Authentication>()
  const empty = new Set<string>()
  const open = (chain: string): Authentication => {
    const found = chains.get(chain) ?? createAuthentication({ ...options, chain })
    chains.set(chain, found)
    return found
  }
  return {
    authenticate(gateway, client, details) {
      const configured = (chain: string) => (empty.has(chain) ? undefined : chains.get(chain))
      const chain = configured(client.listener) ?? configured(gatewayChain(gateway))
      return chain?.authenticate(client, details) ?? { result: 'ignore' }
    },
    get: (chain) => (empty.has(chain) ? undefined : chains.get(chain)),
    async start(wanted) {
      for (const [chain, settings] of wanted) await open(chain).start([settings])
    },
    async replace(chain, settings) {
      await open(chain)
        .update(settings ? [settings] : [])
        .catch((error: unknown) => refuse(chain, error))
      if (settings) empty.delete(chain)
      else empty.add(chain)
    },
    async tidy() {
      for (const chain of empty) {
        await chains.get(chain)?.tidy()
        chains.delete(chain)
      }
      empty.clear()
    },
    async stop() {
      await Promise.all([...chains.values()].map((chain) => chain.stop()))
    },
  }
}

/** @throws {AppError} that names the field in the configuration */
function refuse(chain: string, error: unknown): never {
  if (!isMemberError(error)) throw error
  const [gateway, type, name] = chain.split(':')
  const place = name === undefined ? `gateway.${gateway}` : `gateway.${gateway}.listeners.${type}.${name}`
  const field = error.field === undefined ? '' : `.${error.field}`
  throw invalid(`${place}.authentication${field}`, error.message, undefined)
}

const isMemberError = (error: unknown): error is MemberError => error instanceof Error && error.name === 'MemberError'

/** Chains with their authenticators, in plain units. */
export function chainsOf(
  gateways: Readonly<Record<string, StoredGateway<StoredParts> | undefined>>,
): ReadonlyMap<string, AuthenticatorSettings> {
  const chains = new Map<string, AuthenticatorSettings>()
  for (const [gateway, settings] of Object.entries(gateways)) {
    if (settings?.authentication) chains.set(gatewayChain(gateway), settings.authentication)
    for (const [type, some] of Object.entries(settings?.listeners ?? {}))
      for (const [name, { authentication }] of Object.entries(some))
        if (authentication) chains.set(`${gateway}:${type}:${name}`, authentication)
  }
  return chains
}

interface StoredParts {
  readonly authentication?: AuthenticatorSettings
}
