import type { SlowSubscription } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { ClientLink, type Column, clientIdWidth, Dim, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './slow-subscriptions.module.css'

/** An entry with its rank (from 1) and its latency as a fraction of the longest (0 to 1). */
export interface SlowRow extends SlowSubscription {
  readonly rank: number
  readonly share: number
}

/** @param list sorted by latency, slowest first */
export function toSlowRows(list: readonly SlowSubscription[]): readonly SlowRow[] {
  const maxMs = Math.max(1, list[0]?.timespan ?? 1)
  return list.map((entry, index) => ({ ...entry, rank: index + 1, share: entry.timespan / maxMs }))
}

export function useSlowColumns(): readonly Column<SlowRow>[] {
  const texts = useMessages(messages)
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'rank', header: texts.rank, width: 62, align: 'end', cell: ({ rank }) => <Dim>{format.number(rank)}</Dim> },
      {
        id: 'clientid',
        header: texts.clientId,
        width: clientIdWidth,
        cell: ({ clientid }) => <ClientLink clientid={clientid} />,
      },
      { id: 'topic', header: texts.topic, width: 218, cell: ({ topic }) => <Mono truncate>{topic}</Mono> },
      {
        id: 'latency',
        header: texts.latency,
        hint: texts.latencyHint,
        width: 230,
        cell: ({ timespan, share }) => (
          <span className={styles.latency}>
            <span className={styles.milliseconds}>{format.span(timespan)}</span>
            {/* Hidden from screen readers: it repeats the number. */}
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} style={{ width: `${share * 100}%` }} />
            </span>
          </span>
        ),
      },
      {
        id: 'last_update',
        header: texts.lastUpdate,
        width: 120,
        cell: ({ last_update_time }) => <RelativeTime time={last_update_time} />,
      },
      { id: 'node', header: texts.node, width: 140, cell: ({ node }) => node },
    ],
    [texts, format],
  )
}
