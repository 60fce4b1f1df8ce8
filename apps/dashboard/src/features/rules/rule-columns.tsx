import type { Rule } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, RelativeTime, Stack, StatusDot, Switch, Tooltip } from '../../ui/index.ts'
import { CellPopover, isWebhook, pages, partsOf } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { rowStatisticsQuery } from './queries.ts'
import styles from './rules.module.css'
import type { RuleActions } from './use-rule-actions.tsx'

interface Options {
  readonly isViewer: boolean
  readonly actions: RuleActions
}

export function useRuleColumns({ isViewer, actions }: Options): readonly Column<Rule>[] {
  const texts = useMessages(messages)
  return useMemo(
    (): readonly Column<Rule>[] => [
      {
        id: 'id',
        header: texts.id,
        width: 180,
        cell: ({ id, name }) => (
          <span className={styles.named}>
            <Link to="/rule/rules/$id" params={{ id }}>
              {id}
            </Link>
            {name !== '' && name !== id && <Dim small>{name}</Dim>}
            <JqPausedMark id={id} />
          </span>
        ),
      },
      {
        id: 'from',
        header: texts.inputs,
        width: 220,
        cell: ({ from, sql }) => (
          <span className={styles.from} title={sql}>
            {from.length === 0 ? <Dim>{dash}</Dim> : <Mono>{from.join(', ')}</Mono>}
          </span>
        ),
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 80,
        cell: (rule) => (
          <Switch
            aria-label={texts.enableNamed(rule.id)}
            checked={rule.enable}
            disabled={isViewer}
            onChange={(enable) => void actions.switchTo(rule, enable)}
          />
        ),
      },
      { id: 'actions', header: texts.actions, width: 110, cell: (rule) => <ActionsCell rule={rule} /> },
      {
        id: 'rate',
        header: texts.perSecond,
        width: 90,
        align: 'end',
        hint: texts.hints.rate,
        cell: (rule) => <Figure rule={rule} of="matched.rate" />,
      },
      {
        id: 'matched',
        header: texts.metrics.matched,
        width: 90,
        align: 'end',
        hint: texts.hints.matched,
        cell: (rule) => <Figure rule={rule} of="matched" />,
      },
      {
        id: 'failed',
        header: texts.failed,
        width: 80,
        align: 'end',
        hint: texts.hints.failed,
        cell: (rule) => <Figure rule={rule} of="failed" />,
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
        cell: ({ created_at }) => <RelativeTime time={created_at} />,
      },
      {
        id: 'modified',
        header: texts.modified,
        width: 110,
        cell: ({ last_modified_at }) => <RelativeTime time={last_modified_at} />,
      },
    ],
    [texts, isViewer, actions],
  )
}

/** One request per visible row, because there is no endpoint for all rules. */
function Figure({ rule: { id }, of }: { readonly rule: Rule; readonly of: 'matched' | 'matched.rate' | 'failed' }) {
  const format = useFormat()
  const { data } = useData(rowStatisticsQuery, { id })
  const metrics = data?.metrics
  if (!metrics) return <Dim>{dash}</Dim>
  if (of === 'matched.rate') return format.rate(metrics[of])
  const value = metrics[of]
  return of === 'failed' && value > 0 ? (
    <span className={styles.trouble}>{format.number(value)}</span>
  ) : (
    format.number(value)
  )
}

function JqPausedMark({ id }: { readonly id: string }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const paused = useData(rowStatisticsQuery, { id }).data?.jq_paused
  if (!paused) return null
  return (
    <Tooltip label={texts.jqPausedNote(format.time(paused.until), format.span(paused.time_limit))}>
      <span className={styles.mark}>
        <StatusDot tone="amber">{texts.jqPaused}</StatusDot>
      </span>
    </Tooltip>
  )
}

function ActionsCell({ rule: { id, actions } }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  if (actions.length === 0) return <Dim>{texts.none}</Dim>
  return (
    <CellPopover label={texts.actionCount(actions.length)} title={texts.actionsOf(id)}>
      <Stack gap={1}>
        {actions.map((action, index) =>
          typeof action === 'string' ? (
            <Link
              key={action}
              to={isWebhook(partsOf(action)) ? '/webhook' : pages.action.detail}
              params={{ id: action }}
            >
              {action}
            </Link>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: several of them may be equal, and their order is what there is
            <span key={index}>{texts.builtIn(action.function)}</span>
          ),
        )}
      </Stack>
    </CellPopover>
  )
}
