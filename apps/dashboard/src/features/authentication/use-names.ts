import type { Authenticator } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useAuthenticatorName } from '../../data/authenticator-name.ts'
import { idOf } from './kinds.ts'

/** What an authenticator is called: "Password · MySQL"; by its id where nobody knows its kind. */
export function useNameOf(): (authenticator: Pick<Authenticator, 'mechanism' | 'backend'>) => string {
  const nameOf = useAuthenticatorName()
  return useCallback((authenticator) => nameOf(idOf(authenticator)), [nameOf])
}
