import { columnHelp } from '@mqdeck/rules/catalog'
import { useLocale } from '../../i18n/index.ts'

/** Help for a column. Undefined if the column is unknown. */
export function useColumnHelp(name: string): string | undefined {
  const locale = useLocale()
  return Object.hasOwn(columnHelp, name) ? columnHelp[name]?.[locale] : undefined
}
