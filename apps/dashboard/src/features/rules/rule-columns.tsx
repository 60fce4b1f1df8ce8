import type { JqPaused, Rule } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, RelativeTime, StatusDot, Switch, Tooltip } from '../../ui/index.ts'
import { ruleHealth } from './health.ts'
import { messages } from './messages.ts'
import { rowStatisticsQuery } from './queries.ts'
import { RuleFlowCell } from './rule-flow-cell.tsx'
import { RuleStatus } from './rule-status.tsx'
import styles from './rules.module.css'
import type { RuleState } from './state-queries.ts'
import type { RuleActions } from './use-rule-actions.tsx'

/** A rule with its state, as far as it is known. */
export interface RuleRow extends Rule {
  /** Undefined while loading, and for rules of a large cluster, whose rows read it themselves. */
  readonly known: RuleState | undefined
  /** True if the states of all rules were read. */
  readonly isRead: boolean
}

interface Options {
  readonly isViewer: boolean
  readonly actions: RuleActions
}

export function useRuleColumns({ isViewer, actions }: Options): readonly Column<RuleRow>[] {
  const texts = useMessages(messages)
  return useMemo((): readonly Column<RuleRow>[] => {
    const counter = (id: 'passed' | 'failed.no_result' | 'failed.exception', hint?: string): Column<RuleRow> => ({
      id,
      header: texts.metrics[id],
      width: 90,
      align: 'end',
      optional: true,
      ...(hint !== undefined && { hint }),
      sortBy: ({ known }) => known?.metrics[id],
      cell: (rule) => <Counter rule={rule} of={id} />,
    })
    return [
      {
        id: 'id',
        header: texts.id,
        width: 170,
        sortBy: ({ id }) => id,
        cell: ({ id, name }) => (
          <span className={styles.named}>
            <Link to="/rule/rules/$id" params={{ id }}>
              {id}
            </Link>
            {name !== '' && name !== id && <Dim small>{name}</Dim>}
          </span>
        ),
      },
      {
        id: 'status',
        header: texts.status,
        width: 130,
        sortBy: ({ known }) => known && urgencyOf(known),
        cell: (rule) => <StatusCell rule={rule} />,
      },
      { id: 'flow', header: texts.flow, width: 330, isWide: true, cell: (rule) => <RuleFlowCell rule={rule} /> },
      {
        id: 'rate',
        header: texts.perSecond,
        width: 96,
        align: 'end',
        hint: texts.hints.rate,
        sortBy: ({ known }) => known?.metrics['matched.rate'],
        cell: (rule) => <Counter rule={rule} of="matched.rate" />,
      },
      {
        id: 'errors',
        header: texts.errorRate,
        width: 96,
        align: 'end',
        hint: texts.hints.errorRate,
        sortBy: ({ known }) => known?.errorsPerMinute,
        cell: (rule) => <ErrorRate rule={rule} />,
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 80,
        sortBy: ({ enable }) => (enable ? 0 : 1),
        cell: (rule) => (
          <Switch
            aria-label={texts.enableNamed(rule.id)}
            checked={rule.enable}
            disabled={isViewer}
            onChange={(enable) => void actions.switchTo(rule, enable)}
          />
        ),
      },
      counter('passed'),
      counter('failed.no_result', texts.hints.filtered),
      counter('failed.exception', texts.hints.sqlErrors),
      {
        id: 'lastError',
        header: texts.lastError,
        width: 260,
        optional: true,
        cell: ({ known }) => <Dim>{known?.lastFailure?.reason ?? dash}</Dim>,
      },
      {
        id: 'note',
        header: texts.descriptionLabel,
        width: 150,
        optional: true,
        cell: ({ description }) => description,
      },
      {
        id: 'sql',
        header: texts.sql,
        width: 260,
        optional: true,
        cell: ({ sql }) => <Mono truncate>{sql.replace(/\s+/g, ' ')}</Mono>,
      },
      {
        id: 'created',
        header: texts.created,
        width: 110,
        optional: true,
        sortBy: ({ created_at }) => Date.parse(created_at),
        cell: ({ created_at }) => <RelativeTime time={created_at} />,
      },
      {
        id: 'modified',
        header: texts.modified,
        width: 96,
        sortBy: ({ last_modified_at }) => Date.parse(last_modified_at),
        cell: ({ last_modified_at }) => <RelativeTime time={last_modified_at} />,
      },
    ]
  }, [texts, isViewer, actions])
}

const order = { failing: 0, ok: 2, idle: 3, disabled: 4 } as const

/** Failing rules come first, those with the largest share of errors at the top. */
const urgencyOf = ({ health }: RuleState): number =>
  order[health.state] + (health.state === 'failing' ? 1 - health.share : 0)

/** The state from the list, or of one request per row if the list does not have it. */
function useRowState({ id, enable, known, isRead }: RuleRow): Pick<RuleState, 'metrics' | 'health'> | undefined {
  const { data } = useData(rowStatisticsQuery, { id }, { enabled: isRead && known === undefined })
  if (known) return { ...known, health: enable ? known.health : { state: 'disabled' } }
  return data && { metrics: data.metrics, health: ruleHealth(data.metrics, undefined, enable) }
}

function StatusCell({ rule }: { readonly rule: RuleRow }) {
  const state = useRowState(rule)
  return (
    <span className={styles.named}>
      {state ? <RuleStatus health={state.health} reason={rule.known?.lastFailure?.reason} /> : <Dim>{dash}</Dim>}
      {rule.known?.jqPaused && <JqPausedMark paused={rule.known.jqPaused} />}
    </span>
  )
}

type Shown = 'matched.rate' | 'passed' | 'failed.no_result' | 'failed.exception'

function Counter({ rule, of }: { readonly rule: RuleRow; readonly of: Shown }) {
  const format = useFormat()
  const metrics = useRowState(rule)?.metrics
  if (!metrics) return <Dim>{dash}</Dim>
  const text = of === 'matched.rate' ? format.rate(metrics[of]) : format.number(metrics[of])
  return of === 'failed.exception' && metrics[of] > 0 ? <span className={styles.trouble}>{text}</span> : text
}

function ErrorRate({ rule: { known } }: { readonly rule: RuleRow }) {
  const format = useFormat()
  const rate = known?.errorsPerMinute
  if (rate === undefined) return <Dim>{dash}</Dim>
  return rate > 0 ? <span className={styles.trouble}>{format.rate(rate)}</span> : format.number(0)
}

function JqPausedMark({ paused }: { readonly paused: JqPaused }) {
  const texts = useMessages(messages)
  const format = useFormat()
  return (
    <Tooltip label={texts.jqPausedNote(format.time(paused.until), format.span(paused.time_limit))}>
      <span className={styles.mark}>
        <StatusDot tone="amber">{texts.jqPaused}</StatusDot>
      </span>
    </Tooltip>
  )
}
