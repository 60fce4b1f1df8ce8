import type { RuleEvent } from '@mqdeck/contract'
import { columnHelp, eventOfSource, outputsOf, parseSql } from '@mqdeck/rules/catalog'
import { useMemo } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import type { Completion } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'

/** Placeholders for all columns of the inputs of the SQL. */
export function usePlaceholders(sql: string, events: readonly RuleEvent[]): readonly Completion[] {
  const texts = useMessages(formMessages)
  const locale = useLocale()
  return useMemo(() => {
    const { statement } = parseSql(sql)
    const columnsOf = ({ text }: { readonly text: string }) =>
      events.find(({ event }) => event === text)?.columns ?? eventOfSource(text)?.columns ?? []
    const names = statement ? outputsOf(statement, columnsOf) : []
    return [
      { label: '${.}', detail: texts.allColumns },
      ...names.map((name) => ({
        label: `\${${name}}`,
        detail: Object.hasOwn(columnHelp, name) ? columnHelp[name]?.[locale] : undefined,
      })),
      ...(names.includes('payload') ? [{ label: '${payload.NAME}', detail: texts.payloadField }] : []),
    ]
  }, [sql, events, texts, locale])
}
