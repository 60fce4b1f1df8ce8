import {
  type Call,
  listGatewayListeners,
  listGateways,
  listListeners,
  listListenerTypes,
  parseHostPort,
  writeHostPort,
} from '@mqdeck/contract'
import { defineQuery, useData } from '../../api/index.ts'

/** Values that the address of a new listener depends on. */
export interface UsedAddresses {
  /** Address of a port alone on the MQDeck broker. In front of EMQX that of the node itself, because a port alone is open to all networks. */
  readonly host: string
  /** Ports of all listeners, also those of gateways. */
  readonly ports: ReadonlySet<number>
}

const usedAddressesQuery = defineQuery<undefined, UsedAddresses>({
  name: 'used-addresses',
  async load(call, _, signal) {
    const [types, listeners, ofGateways] = await Promise.all([
      orNothing(call(listListenerTypes, { signal })),
      call(listListeners, { signal }),
      orNothing(gatewayBinds(call, signal)),
    ])
    signal.throwIfAborted()
    const binds = [...listeners.map(({ bind }) => bind), ...ofGateways]
    return {
      host: types.flatMap(({ suggested_bind: bind }) => parseHostPort(bind)?.host ?? [])[0] ?? '127.0.0.1',
      ports: new Set(binds.flatMap((bind) => parseHostPort(bind)?.port ?? [])),
    }
  },
})

const nothingUsed: UsedAddresses = { host: '127.0.0.1', ports: new Set() }

/** `used` is undefined while it is loaded, and empty if it cannot be. */
export function useUsedAddresses() {
  const query = useData(usedAddressesQuery, undefined)
  return { query, used: query.data ?? (query.isLoading ? undefined : nothingUsed) }
}

/** The server has no list of types, or no gateways. */
const orNothing = <T>(answer: Promise<readonly T[]>): Promise<readonly T[]> => answer.catch(() => [])

async function gatewayBinds(call: Call, signal: AbortSignal): Promise<readonly (string | number)[]> {
  const loaded = (await call(listGateways, { signal })).filter(({ status }) => status !== 'unloaded')
  const lists = await Promise.all(
    loaded.map(({ name }) => orNothing(call(listGatewayListeners, { params: { name }, signal }))),
  )
  return lists.flat().flatMap(({ bind }) => (bind === undefined ? [] : [bind]))
}

/** The first port from this one on that is not in use, with an explicit address. */
export function freeAddress(from: number, { host, ports }: UsedAddresses): string {
  let port = from
  while (ports.has(port)) port += 1
  return writeHostPort({ host, port })
}
