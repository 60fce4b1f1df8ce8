import type { AuthorizationSource } from '@mqdeck/contract'
import { useFresh } from '../../data/index.ts'
import { useTryOut } from '../../explain/index.ts'
import { sourcesQuery } from './queries.ts'

/** Tries a source's settings out in its place of the chain; a new one stands before all others. It counts as switched on. */
export function useTrySource(type: string): ReturnType<typeof useTryOut> {
  const fresh = useFresh(sourcesQuery, undefined)
  return useTryOut(async (settings) => {
    const chain = await fresh()
    const tried: AuthorizationSource = { ...settings, type, enable: true }
    const isThere = chain.some((one) => one.type === type)
    const sources = isThere ? chain.map((one) => (one.type === type ? tried : one)) : [tried, ...chain]
    return { authorization: { sources } }
  })
}
