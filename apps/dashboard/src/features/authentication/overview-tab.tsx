import type { AuthenticatorStatus, ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { QueryView } from '../../data/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import {
  type Column,
  DataTable,
  Dim,
  EmptyState,
  KeyValue,
  Mono,
  Notice,
  Section,
  Skeleton,
  Stack,
} from '../../ui/index.ts'
import styles from './authentication.module.css'
import { reasonOn, StateDot, useStatus } from './authenticator-status.tsx'
import { detailMessages } from './detail-messages.ts'
import { isInside } from './kinds.ts'
import { messages } from './messages.ts'

export function OverviewTab({ authenticator }: { readonly authenticator: ListedAuthenticator }) {
  const texts = useMessages(detailMessages)
  const { states } = useMessages(messages)
  const status = useStatus(authenticator)
  if (authenticator.enable === false)
    return (
      <Section>
        <EmptyState title={states.disabled} hint={texts.isOff} />
      </Section>
    )
  return (
    <QueryView query={status} skeleton={<Skeleton height={320} />}>
      {(data) => (
        <Stack gap={4}>
          <Problems status={data} />
          <Section title={texts.decisions}>
            <Totals metrics={data.metrics} />
          </Section>
          {data.resource_metrics.matched !== undefined && (
            <Section title={texts.backend}>
              <BackendFigures metrics={data.resource_metrics} />
            </Section>
          )}
          <NodeTable status={data} isInside={isInside(authenticator)} />
        </Stack>
      )}
    </QueryView>
  )
}

/** Why nodes are not connected, in full: the table below has no room for it. */
function Problems({ status: { node_error: problems } }: { readonly status: AuthenticatorStatus }) {
  if (problems.length === 0) return null
  return (
    <Notice tone="red">
      {problems.map(({ node, error }) => (
        <div key={node}>
          <Mono>{node}</Mono> {error}
        </div>
      ))}
    </Notice>
  )
}

type Metrics = AuthenticatorStatus['metrics']

function Totals({ metrics }: { readonly metrics: Metrics }) {
  const texts = useMessages(detailMessages)
  const { columns } = useMessages(messages)
  const format = useFormat()
  const { total, success, failed, nomatch, rate, rate_last5m: lately, rate_max: most } = metrics
  const share = (count: number) => (total > 0 ? texts.ofAsked(format.percent(count / total)) : undefined)
  return (
    <div className={styles.figures}>
      <KeyValue label={texts.total} value={format.number(total)} />
      <KeyValue label={columns.success} value={format.number(success)} note={share(success)} />
      <KeyValue label={columns.failed} value={format.number(failed)} note={share(failed)} />
      <KeyValue label={columns.nomatch} value={format.number(nomatch)} note={share(nomatch)} />
      <KeyValue label={texts.rateNow} value={format.rate(rate)} />
      <KeyValue label={texts.rate5m} value={format.rate(lately)} />
      <KeyValue label={texts.rateMax} value={format.rate(most)} />
    </div>
  )
}

function BackendFigures({ metrics }: { readonly metrics: AuthenticatorStatus['resource_metrics'] }) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return (
    <div className={styles.figures}>
      <KeyValue label={texts.matched} value={format.number(metrics.matched)} />
      <KeyValue label={texts.answered} value={format.number(metrics.success)} />
      <KeyValue label={texts.unanswered} value={format.number(metrics.failed)} />
      <KeyValue label={texts.rateNow} value={format.rate(metrics.rate)} />
    </div>
  )
}

interface NodeRow {
  readonly node: string
  readonly status: AuthenticatorStatus['status']
  readonly reason: string | undefined
  readonly metrics: Metrics | undefined
}

interface NodeTableProps {
  readonly status: AuthenticatorStatus
  readonly isInside: boolean
}

function NodeTable({ status, isInside }: NodeTableProps) {
  const texts = useMessages(detailMessages)
  const { columns: names } = useMessages(messages)
  const format = useFormat()
  const rows = useMemo(
    () =>
      status.node_status.map(
        ({ node, status: state }): NodeRow => ({
          node,
          status: state,
          reason: reasonOn(status, node),
          metrics: status.node_metrics.find((one) => one.node === node)?.metrics,
        }),
      ),
    [status],
  )
  const columns = useMemo((): readonly Column<NodeRow>[] => {
    const figure = (id: 'total' | 'success' | 'failed' | 'nomatch', header: string): Column<NodeRow> => ({
      id,
      header,
      width: 80,
      align: 'end',
      cell: ({ metrics }) => format.number(metrics?.[id]),
    })
    return [
      { id: 'node', header: texts.node, width: 190, cell: ({ node }) => <Mono truncate>{node}</Mono> },
      {
        id: 'status',
        header: names.status,
        width: 120,
        cell: ({ status: state }) => <StateDot state={state} isInside={isInside} />,
      },
      {
        id: 'reason',
        header: texts.reason,
        width: 230,
        cell: ({ reason }) => (reason === undefined ? <Dim>{dash}</Dim> : <span title={reason}>{reason}</span>),
      },
      figure('total', texts.total),
      figure('success', names.success),
      figure('failed', names.failed),
      figure('nomatch', names.nomatch),
      { id: 'rate', header: names.rate, width: 90, align: 'end', cell: ({ metrics }) => format.rate(metrics?.rate) },
    ]
  }, [texts, names, format, isInside])
  return (
    <DataTable label={texts.nodes} columns={columns} rows={rows} rowId={({ node }) => node} summary={texts.nodes} />
  )
}
