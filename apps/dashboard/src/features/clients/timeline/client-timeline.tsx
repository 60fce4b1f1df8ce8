import { useMemo } from 'react'
import type { Loaded } from '../../../api/index.ts'
import { QueryView } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, Section, SegmentedControl, Skeleton, useNow } from '../../../ui/index.ts'
import type { ClientTimeline } from '../queries.ts'
import styles from './client-timeline.module.css'
import { byDay, countsOf, rowsOf, type TimelineKind, type TimelineRow, timelineKinds } from './timeline.ts'
import { TimelineEntryRow } from './timeline-entry.tsx'
import { timelineMessages } from './timeline-messages.ts'

interface ClientTimelineViewProps {
  readonly clientid: string
  readonly query: Loaded<ClientTimeline | null>
  readonly kind: TimelineKind | undefined
  readonly onKind: (kind: TimelineKind | undefined) => void
  /** Outside of a tab. */
  readonly title?: string
}

/** Recent events of a client, connected or not. */
export function ClientTimelineView({ query, title, ...props }: ClientTimelineViewProps) {
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} />}>
      {(timeline) => (
        <Section flush {...(title !== undefined && { title })}>
          {timeline && <TimelineEntries timeline={timeline} {...props} />}
        </Section>
      )}
    </QueryView>
  )
}

interface TimelineEntriesProps extends Pick<ClientTimelineViewProps, 'clientid' | 'kind' | 'onKind'> {
  readonly timeline: ClientTimeline
}

function TimelineEntries({ timeline: { data, meta }, clientid, kind, onKind }: TimelineEntriesProps) {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const rows = useMemo(() => rowsOf(data), [data])
  const shown = kind === undefined ? rows : rows.filter((row) => row.kind === kind)
  const since = format.dateTime(meta.since)
  if (rows.length === 0) return <EmptyState title={texts.noEvents} hint={texts.noEventsHint(since)} />
  return (
    <>
      <KindFilter rows={rows} kind={kind} onKind={onKind} />
      {shown.length === 0 ? (
        <EmptyState
          title={texts.noEventsOfKind}
          action={<Button onClick={() => onKind(undefined)}>{texts.showAllEvents}</Button>}
        />
      ) : (
        <Days rows={shown} clientid={clientid} />
      )}
      <p className={styles.foot}>
        {meta.forgotten > 0
          ? texts.forgotten(format.number(meta.forgotten), format.number(meta.limit))
          : texts.since(since)}
      </p>
    </>
  )
}

const everything = 'all'

function KindFilter({
  rows,
  kind,
  onKind,
}: Pick<TimelineEntriesProps, 'kind' | 'onKind'> & { readonly rows: readonly TimelineRow[] }) {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const counts = useMemo(() => countsOf(rows), [rows])
  const withCount = (label: string, count: number) => `${label} ${format.number(count)}`
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label={texts.filter}
        value={kind ?? everything}
        onChange={(value) => onKind(value === everything ? undefined : value)}
        options={[
          { value: everything, label: withCount(texts.all, rows.length) },
          ...timelineKinds.map((value) => ({ value, label: withCount(texts.kinds[value], counts[value]) })),
        ]}
      />
    </div>
  )
}

function Days({ rows, clientid }: { readonly rows: readonly TimelineRow[]; readonly clientid: string }) {
  const format = useFormat()
  const now = useNow(5000)
  return byDay(rows, format.date).map(({ day, rows: rowsOfDay }) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ol className={styles.entries}>
        {rowsOfDay.map((row) => (
          <TimelineEntryRow key={row.entry.position} row={row} clientid={clientid} now={now} />
        ))}
      </ol>
    </section>
  ))
}
