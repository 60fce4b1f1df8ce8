import { type ReactNode, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button, ErrorState, join, Notice, useNow } from '../ui/index.ts'
import { useConnection } from './connection.tsx'
import { useErrorSentence, useErrorText } from './errors/errors.ts'
import type { Loaded } from './query.ts'
import styles from './query-view.module.css'
import { queryViewMessages } from './query-view-messages.ts'

export interface QueryViewProps<T> {
  readonly query: Loaded<T>
  /** Skeleton with the height of the content. */
  readonly skeleton: ReactNode
  readonly children: (data: T) => ReactNode
  /** Hides the note above stale data, if StaleNotice shows it once per page. The data is dimmed anyway. */
  readonly quiet?: boolean
}

/** The content of one query: a skeleton, an error with retry, or the data; stale data is dimmed, with its age. */
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

/** Error of a query without data. */
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

/** Shows once that some options of a form could not be loaded. The form works nevertheless. */
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

/** Shows the age of stale data; hidden while the broker answers. */
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
  // The reason is shown once above the page.
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
