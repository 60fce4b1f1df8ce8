import type { Authenticator } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useAuthenticatorName } from '../../explain/index.ts'
import { idOf } from './kinds.ts'

/** Display name: "Password · MySQL"; the ID for unknown kinds. */
export function useNameOf(): (authenticator: Pick<Authenticator, 'mechanism' | 'backend'>) => string {
  const nameOf = useAuthenticatorName()
  return useCallback((authenticator) => nameOf(idOf(authenticator)), [nameOf])
}
