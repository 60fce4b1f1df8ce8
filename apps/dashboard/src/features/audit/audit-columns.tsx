import type { AuditEntry } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, StatusDot, usePageIsAvailable } from '../../ui/index.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'
import { pageOf, subjectOf } from './entry-subject.ts'
import { failureOf } from './entry-values.ts'
import type { AuditRow } from './fold-sign-ins.ts'
import { messages } from './messages.ts'
import { operationName } from './operation-names.ts'

/** @param search the search of the page, kept when an entry is opened */
export function useAuditColumns(search: AuditSearch): readonly Column<AuditRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  const locale = useLocale()
  return useMemo(() => {
    const { page, limit } = search
    const keptSearch = { ...filtersOf(search), ...(page !== 1 && { page }), ...(limit !== 20 && { limit }) }
    return [
      { id: 'time', header: texts.time, width: 190, cell: ({ created_at }) => format.dateTime(created_at) },
      {
        id: 'operation',
        header: texts.operation,
        width: 215,
        cell: (entry) => (
          <>
            <Link to="/audit-log" search={{ ...keptSearch, entry: entry.created_at }}>
              {operationName(entry, locale)}
            </Link>
            {entry.folded > 1 && <Dim> {texts.times(format.number(entry.folded))}</Dim>}
          </>
        ),
      },
      { id: 'subject', header: texts.subject, width: 200, cell: (entry) => <Subject of={entry} /> },
      {
        id: 'source',
        header: texts.user,
        width: 125,
        cell: ({ source }) => (source === '' ? <Dim>{texts.unknown}</Dim> : <Mono truncate>{source}</Mono>),
      },
      { id: 'origin', header: texts.origin, width: 105, cell: ({ from }) => texts.origins[from] ?? from },
      {
        id: 'ip',
        header: texts.ipAddress,
        width: 120,
        optional: true,
        cell: ({ source_ip }) => <Mono truncate>{source_ip}</Mono>,
      },
      { id: 'result', header: texts.result, width: 105, cell: (entry) => <Result of={entry} /> },
      {
        id: 'duration',
        header: texts.duration,
        width: 80,
        align: 'end',
        cell: ({ duration_ms }) => format.span(duration_ms),
      },
      {
        id: 'node',
        header: texts.node,
        width: 180,
        optional: true,
        cell: ({ node }) => <Mono truncate>{node}</Mono>,
      },
    ]
  }, [texts, format, locale, search])
}

/** The object of the operation, with a link to its page. */
export function Subject({ of: entry }: { readonly of: AuditEntry }) {
  const isHere = usePageIsAvailable()
  const page = pageOf(entry)
  const subject = <Mono truncate>{subjectOf(entry)}</Mono>
  return page && isHere(page.to) ? (
    <Link quiet {...page}>
      {subject}
    </Link>
  ) : (
    subject
  )
}

export function Result({ of: entry }: { readonly of: AuditEntry }) {
  const texts = useMessages(messages)
  if (entry.operation_result === '') return <Dim>{texts.unknown}</Dim>
  return (
    <span title={failureOf(entry) || undefined}>
      <StatusDot tone={entry.operation_result === 'success' ? 'accent' : 'red'}>
        {texts.results[entry.operation_result]}
      </StatusDot>
    </span>
  )
}
