import type { Authenticator } from '@mqdeck/contract'
import { useFresh } from '../../data/index.ts'
import { useTryOut } from '../../explain/index.ts'
import { idOf, settingsOf } from './kinds.ts'
import { authenticatorsQuery } from './queries.ts'

/** Tries an authenticator's settings out in its place of the chain; a new one stands at the end. It counts as switched on. */
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
