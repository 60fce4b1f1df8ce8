import type { RuleEvent } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { dash, useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { type Column, Dim, Link, Mono, Switch } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { rowStatisticsQuery, ruleEventsQuery } from './queries.ts'
import { eventTitle, published, readTrigger } from './trigger.ts'
import type { WebhookActions } from './use-webhook-actions.tsx'
import type { ListedWebhook } from './webhook.ts'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

interface Options {
  readonly isViewer: boolean
  readonly actions: WebhookActions
}

export function useWebhookColumns({ isViewer, actions }: Options): readonly Column<ListedWebhook>[] {
  const texts = useMessages(messages)
  return useMemo(
    (): readonly Column<ListedWebhook>[] => [
      {
        id: 'name',
        header: texts.name,
        width: 130,
        sortable: true,
        cell: ({ name }) => (
          <Link to="/webhook/$name" params={{ name }}>
            {name}
          </Link>
        ),
      },
      {
        id: 'url',
        header: texts.url,
        width: 180,
        sortable: true,
        cell: ({ url }) => (url === '' ? <Dim>{dash}</Dim> : <Mono truncate>{url}</Mono>),
      },
      { id: 'trigger', header: texts.triggerTitle, width: 170, cell: ({ sql }) => <TriggerText sql={sql} /> },
      {
        id: 'status',
        header: texts.status,
        width: 168,
        sortable: true,
        cell: (row) => <WebhookState of={row} />,
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 76,
        cell: (row) => (
          <Switch
            aria-label={texts.enableNamed(row.name)}
            checked={row.enable}
            disabled={isViewer}
            onChange={(enable) => void actions.switchTo(row, enable)}
          />
        ),
      },
      {
        id: 'matched',
        header: texts.matched,
        width: 74,
        align: 'end',
        hint: texts.hints.matched,
        cell: (row) => <Figure of={row} what="matched" />,
      },
      {
        id: 'success',
        header: texts.delivered,
        width: 78,
        align: 'end',
        hint: texts.hints.delivered,
        cell: (row) => <Figure of={row} what="success" />,
      },
      {
        id: 'failed',
        header: texts.failed,
        width: 70,
        align: 'end',
        hint: texts.hints.failed,
        cell: (row) => <Figure of={row} what="failed" />,
      },
      {
        id: 'description',
        header: texts.descriptionLabel,
        width: 160,
        optional: true,
        cell: ({ description }) => description,
      },
    ],
    [texts, isViewer, actions],
  )
}

interface FigureProps {
  readonly of: ListedWebhook
  readonly what: 'matched' | 'success' | 'failed'
}

/** One request per visible row, because there is no endpoint for all webhooks. */
function Figure({ of: { name, parts }, what }: FigureProps) {
  const format = useFormat()
  const { data } = useData(rowStatisticsQuery, {
    name,
    hasRule: parts.rule !== undefined,
    hasAction: parts.action !== undefined,
  })
  if (what === 'matched') return format.number(data?.rule?.metrics.matched)
  const metrics = data?.action?.metrics
  if (!metrics) return <Dim>{dash}</Dim>
  if (what === 'success') return format.number(metrics.success)
  const failed = metrics.failed + metrics.dropped
  return failed > 0 ? <span className={styles.trouble}>{format.number(failed)}</span> : format.number(failed)
}

const none: readonly RuleEvent[] = []

/** The trigger of a webhook in one line. */
function TriggerText({ sql }: { readonly sql: string }) {
  const texts = useMessages(messages).trigger
  const format = useFormat()
  const locale = useLocale()
  const { data = none } = useData(ruleEventsQuery, undefined)
  const trigger = useMemo(() => {
    const known = data.map(({ event }) => event).filter((event) => event.startsWith('$events/'))
    return known.length > 0 && sql !== '' ? readTrigger(sql, known) : undefined
  }, [data, sql])
  if (sql === '') return <Dim>{dash}</Dim>
  if (!trigger) return data.length === 0 ? <Dim>{dash}</Dim> : <span title={sql}>{texts.sql}</span>
  if (trigger.kind === 'all') return texts.all
  const titles = trigger.events
    .filter((event) => event !== published || trigger.events.length > 1 || trigger.kind === 'events')
    .map((event) => eventTitle(event, data, locale))
  if (trigger.kind === 'events') return <span title={sql}>{format.list(titles)}</span>
  return (
    <span title={sql}>
      {titles.length > 0 && format.list(titles)}
      {titles.length === 0 && trigger.filters.length === 0 && texts.messages}{' '}
      {trigger.filters.length > 0 && <Mono>{trigger.filters.join(', ')}</Mono>}
    </span>
  )
}
