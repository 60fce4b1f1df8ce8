import { useMemo } from 'react'
import type { Loaded } from '../../data/index.ts'
import { QueryView } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Section, SegmentedControl, Skeleton, useNow } from '../../ui/index.ts'
import styles from './client-timeline.module.css'
import type { ClientTimeline } from './queries.ts'
import { byDay, countsOf, rowsOf, type TimelineKind, type TimelineRow, timelineKinds } from './timeline.ts'
import { TimelineEntryRow } from './timeline-entry.tsx'
import { timelineMessages } from './timeline-messages.ts'

interface ClientTimelineViewProps {
  readonly clientid: string
  readonly query: Loaded<ClientTimeline | null>
  readonly kind: TimelineKind | undefined
  readonly onKind: (kind: TimelineKind | undefined) => void
  /** Where it does not stand in a tab of its own. */
  readonly title?: string
  /** What helps where the broker keeps no timeline. */
  readonly instead?: React.ReactNode
}

/** What happened to a client of late, whether it is connected or not. */
export function ClientTimelineView({ query, title, instead, ...props }: ClientTimelineViewProps) {
  const texts = useMessages(timelineMessages)
  return (
    <QueryView query={query} skeleton={<Skeleton height={320} />}>
      {(timeline) => (
        <Section flush {...(title !== undefined && { title })}>
          {timeline === null ? (
            <EmptyState title={texts.missing} hint={texts.missingHint} action={instead} />
          ) : (
            <Entries timeline={timeline} {...props} />
          )}
        </Section>
      )}
    </QueryView>
  )
}

interface EntriesProps extends Pick<ClientTimelineViewProps, 'clientid' | 'kind' | 'onKind'> {
  readonly timeline: ClientTimeline
}

function Entries({ timeline: { data, meta }, clientid, kind, onKind }: EntriesProps) {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const rows = useMemo(() => rowsOf(data), [data])
  const shown = kind === undefined ? rows : rows.filter((row) => row.kind === kind)
  const since = format.dateTime(meta.since)
  if (rows.length === 0) return <EmptyState title={texts.nothing} hint={texts.nothingHint(since)} />
  return (
    <>
      <KindFilter rows={rows} kind={kind} onKind={onKind} />
      {shown.length === 0 ? (
        <EmptyState
          title={texts.nothingLike}
          action={<Button onClick={() => onKind(undefined)}>{texts.showAll}</Button>}
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
}: Pick<EntriesProps, 'kind' | 'onKind'> & { readonly rows: readonly TimelineRow[] }) {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const counts = useMemo(() => countsOf(rows), [rows])
  const labelled = (label: string, count: number) => `${label} ${format.number(count)}`
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label={texts.filter}
        value={kind ?? everything}
        onChange={(value) => onKind(value === everything ? undefined : value)}
        options={[
          { value: everything, label: labelled(texts.all, rows.length) },
          ...timelineKinds.map((value) => ({ value, label: labelled(texts.kinds[value], counts[value]) })),
        ]}
      />
    </div>
  )
}

function Days({ rows, clientid }: { readonly rows: readonly TimelineRow[]; readonly clientid: string }) {
  const format = useFormat()
  const now = useNow(5000)
  return byDay(rows, format.date).map(({ day, rows: ofDay }) => (
    <section key={day} aria-label={day}>
      <h3 className={styles.day}>{day}</h3>
      <ol className={styles.entries}>
        {ofDay.map((row) => (
          <TimelineEntryRow key={row.entry.position} row={row} clientid={clientid} now={now} />
        ))}
      </ol>
    </section>
  ))
}
