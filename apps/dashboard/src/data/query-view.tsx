import { type ReactNode, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button, ErrorState, join, Notice, useNow } from '../ui/index.ts'
import { useConnection } from './connection.tsx'
import { useErrorSentence, useErrorText } from './errors.ts'
import type { Loaded } from './query.ts'
import styles from './query-view.module.css'
import { queryViewMessages } from './query-view-messages.ts'

export interface QueryViewProps<T> {
  readonly query: Loaded<T>
  /** As high as what will be there. */
  readonly skeleton: ReactNode
  readonly children: (data: T) => ReactNode
  /** Leaves out the note above stale data, where StaleNotice tells it once for the page. The data is dimmed all the same. */
  readonly quiet?: boolean
}

/** One query's place on the page: a skeleton, an error with retry, or the data; data that got old is dimmed, with its age. */
export function QueryView<T>({ query, skeleton, children, quiet = false }: QueryViewProps<T>) {
  if (query.data !== undefined) {
    return (
      <>
        {!quiet && <StaleNotice query={query} />}
        <div className={join(styles.data, query.isStale && styles.stale)}>{children(query.data)}</div>
      </>
    )
  }
  return query.error ? <QueryError query={query} /> : skeleton
}

/** The error of a query that has nothing to show. */
export function QueryError({ query, title }: { readonly query: Loaded<unknown>; readonly title?: string }) {
  const errorText = useErrorText()
  if (!query.error) return null
  return (
    <ErrorState
      {...(title !== undefined && { title })}
      message={errorText(query.error)}
      onRetry={query.refresh}
      retrying={query.isRefreshing}
    />
  )
}

/** A form that could not read all it would offer works nevertheless; this says so, once for all of it. */
export function MissingOptionsNotice({ queries }: { readonly queries: readonly Loaded<unknown>[] }) {
  const texts = useMessages(queryViewMessages)
  const errorText = useErrorSentence()
  const failed = queries.filter(({ data, error }) => data === undefined && error !== undefined)
  const [first] = failed
  if (!first) return null
  const retry = () => {
    for (const { refresh } of failed) refresh()
  }
  return (
    <div role="status">
      <Notice tone="amber">
        <span className={styles.noteLine}>
          <span>{texts.missingOptions(errorText(first.error))}</span>
          <Button size="small" onClick={retry} loading={failed.some(({ isRefreshing }) => isRefreshing)}>
            {texts.retry}
          </Button>
        </span>
      </Notice>
    </div>
  )
}

/** Says since when the broker has not answered; nothing while it does. */
export function StaleNotice({ query }: { readonly query: Loaded<unknown> }) {
  if (!query.isStale || query.updatedAt === undefined) return null
  return <StaleNote query={query} updatedAt={query.updatedAt} />
}

function StaleNote({ query, updatedAt }: { readonly query: Loaded<unknown>; readonly updatedAt: number }) {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const errorText = useErrorSentence()
  const { outage } = useConnection().reach
  const isOutage = useSyncExternalStore(outage.subscribe, outage.get) !== undefined
  const now = useNow(1000)
  const time = format.time(updatedAt)
  const age = format.duration(Math.max(now - updatedAt, 1000))
  // Why is told above the page, once for all that is on it.
  if (isOutage) return <div className={styles.old}>{texts.showingFrom(time, age)}</div>
  return (
    <div className={styles.note} role="status">
      <Notice tone="amber">
        <span className={styles.noteLine}>
          <span>{texts.stale(errorText(query.error), time, age)}</span>
          <Button size="small" onClick={query.refresh} loading={query.isRefreshing}>
            {texts.retry}
          </Button>
        </span>
      </Notice>
    </div>
  )
}
