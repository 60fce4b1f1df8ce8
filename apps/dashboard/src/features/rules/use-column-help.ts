import { columnHelp } from '@mqdeck/rules/catalog'
import { useLocale } from '../../i18n/index.ts'

/** What a column of an event is; undefined for one that nobody has told of. */
export function useColumnHelp(name: string): string | undefined {
  const locale = useLocale()
  return Object.hasOwn(columnHelp, name) ? columnHelp[name]?.[locale] : undefined
}
