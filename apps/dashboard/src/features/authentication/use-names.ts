import type { Authenticator } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { idOf, manifestOf } from './kinds.ts'
import { messages } from './messages.ts'

/** What an authenticator is called: "Password · MySQL"; by its id where nobody knows its kind. */
export function useNameOf(): (authenticator: Pick<Authenticator, 'mechanism' | 'backend'>) => string {
  const texts = useMessages(messages)
  const locale = useLocale()
  return useCallback(
    (authenticator) => {
      const manifest = manifestOf(authenticator)
      if (!manifest) return idOf(authenticator)
      const mechanism = texts.mechanisms[manifest.mechanism]
      const label = manifest.label[locale]
      return manifest.backend === undefined ? label : `${mechanism} · ${label}`
    },
    [texts, locale],
  )
}
