import type { AuthorizationSource } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useLocale } from '../../../i18n/index.ts'
import { manifestOf } from './kinds.ts'

/** Display name of a source; the type itself for unknown types. */
export function useNameOf(): (source: Pick<AuthorizationSource, 'type'>) => string {
  const locale = useLocale()
  return useCallback(({ type }) => manifestOf(type)?.label[locale] ?? type, [locale])
}
