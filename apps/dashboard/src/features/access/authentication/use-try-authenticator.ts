import type { Authenticator } from '@mqdeck/contract'
import { useFresh } from '../../../api/index.ts'
import { useTryOut } from '../../explain/index.ts'
import { idOf, settingsOf } from './kinds.ts'
import { authenticatorsQuery } from './queries.ts'

/** Tests the settings of an authenticator at its position in the chain, as if it were enabled. A new one is tested at the end. */
export function useTryAuthenticator(kind: Pick<Authenticator, 'mechanism' | 'backend'>): ReturnType<typeof useTryOut> {
  const fresh = useFresh(authenticatorsQuery, undefined)
  const id = idOf(kind)
  return useTryOut(async (settings) => {
    const chain = await fresh()
    const tried: Authenticator = { ...settings, ...kind, enable: true }
    const others = chain.map((one) => (one.id === id ? tried : settingsOf(one)))
    return { authentication: others.includes(tried) ? others : [...others, tried] }
  })
}
