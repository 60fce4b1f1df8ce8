import type { AuthorizationSource } from '@mqdeck/contract'
import { useFresh } from '../../../api/index.ts'
import { useTryOut } from '../../explain/index.ts'
import { sourcesQuery } from './queries.ts'

/** Tests the settings of a source at its position in the chain, as if it were enabled. A new one is tested at the start. */
export function useTrySource(type: string): ReturnType<typeof useTryOut> {
  const fresh = useFresh(sourcesQuery, undefined)
  return useTryOut(async (settings) => {
    const chain = await fresh()
    const tried: AuthorizationSource = { ...settings, type, enable: true }
    const isInChain = chain.some((one) => one.type === type)
    const sources = isInChain ? chain.map((one) => (one.type === type ? tried : one)) : [tried, ...chain]
    return { authorization: { sources } }
  })
}
