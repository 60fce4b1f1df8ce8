import { useCallback } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { useAuthenticatorName, useSourceName } from '../../lib/access/access-names.ts'
import { explainMessages } from './messages.ts'

export type Stage = 'authentication' | 'authorization'

/** Display name of an authenticator or source; the ID for unknown kinds. */
export function useStepName(): (stage: Stage, id: string) => string {
  const authenticatorName = useAuthenticatorName()
  const sourceName = useSourceName()
  const { clientInfo } = useMessages(explainMessages)
  return useCallback(
    (stage, id) => {
      if (stage === 'authorization' && id === 'client_info') return clientInfo
      if (stage === 'authentication') return authenticatorName(id)
      return sourceName(id)
    },
    [clientInfo, authenticatorName, sourceName],
  )
}
