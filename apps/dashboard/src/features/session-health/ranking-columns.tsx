import { useMemo } from 'react'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { ClientLink, type Column, clientIdWidth, Dim, LimitBar, RelativeTime, StatusDot } from '../../ui/index.ts'
import { findingsOf } from './findings.ts'
import { messages } from './messages.ts'
import styles from './session-health.module.css'
import type { SessionRow } from './session-row.ts'

const wordBytes = 8

/** @param at start of the scan in milliseconds since the epoch */
export function useRankingColumns(at: number): readonly Column<SessionRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(() => {
    const { columns } = texts
    const withLimit = (value: number, limit: number | undefined) =>
      limit === undefined ? format.number(value) : <LimitBar value={value} limit={limit} />
    return [
      {
        id: 'clientid',
        header: texts.clientId,
        width: clientIdWidth,
        cell: ({ clientid }) => <ClientLink clientid={clientid} />,
      },
      {
        id: 'findings',
        header: columns.findings,
        width: 264,
        cell: (row) => <Findings row={row} at={at} />,
      },
      { id: 'queue', header: columns.queue, width: 110, cell: ({ queue, queueMax }) => withLimit(queue, queueMax) },
      { id: 'drops', header: columns.drops, width: 80, align: 'end', cell: ({ drops }) => format.number(drops) },
      {
        id: 'dropRate',
        header: columns.dropRate,
        width: 100,
        align: 'end',
        hint: texts.needsTwoScans,
        cell: ({ dropRate }) => (dropRate === undefined ? <Dim>{dash}</Dim> : format.rate(dropRate)),
      },
      {
        id: 'inflight',
        header: columns.inflight,
        width: 90,
        cell: ({ inflight, inflightMax }) => withLimit(inflight, inflightMax),
      },
      {
        id: 'subscriptions',
        header: columns.subscriptions,
        width: 104,
        align: 'end',
        cell: ({ subscriptions }) => format.number(subscriptions),
      },
      {
        id: 'connectedAt',
        header: columns.connectedAt,
        width: 116,
        cell: ({ connected, connectedAt }) =>
          connected ? <RelativeTime time={connectedAt} /> : <Dim>{texts.disconnected}</Dim>,
      },
      { id: 'node', header: texts.node, width: 140, optional: true, cell: ({ node }) => node },
      { id: 'username', header: texts.username, optional: true, cell: ({ username }) => username ?? dash },
      {
        id: 'awaiting',
        header: columns.awaiting,
        width: 100,
        optional: true,
        cell: ({ awaiting, awaitingMax }) => withLimit(awaiting, awaitingMax),
      },
      {
        id: 'memory',
        header: texts.memory,
        width: 100,
        align: 'end',
        optional: true,
        cell: ({ heap }) => (heap === 0 ? <Dim>{dash}</Dim> : format.bytes(heap * wordBytes)),
      },
      { id: 'address', header: texts.address, optional: true, cell: ({ address }) => address },
      { id: 'listener', header: texts.listener, optional: true, cell: ({ listener }) => listener ?? dash },
    ]
  }, [texts, format, at])
}

function Findings({ row, at }: { readonly row: SessionRow; readonly at: number }) {
  const texts = useMessages(messages)
  const found = findingsOf(row, at)
  if (found.length === 0) return <Dim>{dash}</Dim>
  return (
    <span className={styles.findings}>
      {found.map(({ kind, severity }) => (
        <StatusDot key={kind} tone={severity}>
          {texts.findings[kind]}
        </StatusDot>
      ))}
    </span>
  )
}
