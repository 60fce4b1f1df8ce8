import { type AuthnManifest, authenticatorId, authnManifests, authzManifests } from '@mqdeck/access/catalog'
import { useCallback } from 'react'
import { defineNames, useLocale, useMessages } from '../../i18n/index.ts'
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

/**
 * Name of an authenticator by its id: "Password · MySQL"; unknown ids stay as they are. It includes the mechanism,
 * because several mechanisms, and authorization, use the built-in database.
 */
export function useAuthenticatorName(): (id: string) => string {
  const mechanisms: Readonly<Record<string, string>> = useMessages(mechanismMessages)
  const locale = useLocale()
  return useCallback(
    (id) => {
      const manifest: AuthnManifest | undefined = authnManifests.find((one) => authenticatorId(one) === id)
      if (!manifest) return id
      const label = manifest.label[locale]
      return manifest.backend === undefined ? label : `${mechanisms[manifest.mechanism]} · ${label}`
    },
    [mechanisms, locale],
  )
}

export const mechanismMessages = defineNames({
  en: { password_based: 'Password', jwt: 'JWT', scram: 'SCRAM' },
  zh: { password_based: '密码认证', jwt: 'JWT', scram: 'SCRAM' },
})
