import { authzManifests } from '@mqdeck/access/catalog'
import { useCallback } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { useAuthenticatorName } from './authenticator-name.ts'
import { explainMessages } from './messages.ts'

export type Stage = 'authentication' | 'authorization'

/** Display name of an authenticator or source; the ID for unknown kinds. */
export function useStepName(): (stage: Stage, id: string) => string {
  const locale = useLocale()
  const authenticatorName = useAuthenticatorName()
  const { clientInfo } = useMessages(explainMessages)
  return useCallback(
    (stage, id) => {
      if (stage === 'authorization' && id === 'client_info') return clientInfo
      if (stage === 'authentication') return authenticatorName(id)
      return authzManifests.find(({ type }) => type === id)?.label[locale] ?? id
    },
    [locale, clientInfo, authenticatorName],
  )
}
