import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button, EmptyState, ErrorState, join, Notice, toast, useNow } from '../ui/index.ts'
import { useOutage } from './connection.tsx'
import { useErrorSentence, useErrorText } from './errors/errors.ts'
import type { Loaded } from './query.ts'
import type { Outage } from './query-reach.ts'
import styles from './query-view.module.css'
import { queryViewMessages } from './query-view-messages.ts'
import { tabDelay } from './refresh.ts'

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

/** Error of a query without data. During an outage the frame shows the reason and repeats the requests. */
export function QueryError({ query, title }: { readonly query: Loaded<unknown>; readonly title?: string }) {
  const texts = useMessages(queryViewMessages)
  const errorText = useErrorText()
  const isOutage = useOutage() !== undefined
  if (!query.error) return null
  if (isOutage) return <EmptyState title={texts.waiting} hint={texts.waitingHint} />
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
  const isOutage = useOutage() !== undefined
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

/** Shows once per page that the server is unreachable, and when it is reachable again. */
export function OutageNotice() {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const outage = useOutage()
  const probe = useProbe(outage)
  useToldReturn(outage)
  return (
    <div role="status">
      {outage && (
        <div className={styles.outage}>
          <Notice tone="red">
            <span className={styles.noteLine}>
              <span>{texts.outage(format.time(outage.since))}</span>
              <Button size="small" onClick={probe}>
                {texts.tryNow}
              </Button>
            </span>
          </Notice>
        </div>
      )}
    </div>
  )
}

/** Milliseconds between the first probes of an unreachable server, and between all later ones. */
const probeWaits = [2000, 4000, 8000, 15_000]
const maxProbeWait = 30_000

/** During an outage one request of the page at a time probes the server. Returns the function that sends it now. */
function useProbe(outage: Outage | undefined): () => void {
  const cache = useQueryClient().getQueryCache()
  const { refetch } = useQuery({
    queryKey: ['probe', outage?.since],
    queryFn: async () => {
      const polled = cache.findAll({ type: 'active', predicate: (query) => intervalOf(query) > 0 })
      // The request with the shortest interval is the cheapest one.
      await polled.toSorted((a, b) => intervalOf(a) - intervalOf(b))[0]?.fetch()
      return null
    },
    enabled: outage !== undefined,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (probeWaits[state.errorUpdateCount] ?? maxProbeWait) * tabDelay,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: false,
  })
  return () => void refetch({ cancelRefetch: false })
}

const intervalOf = ({ meta }: Query): number => meta?.every ?? 0

/** Outages shorter than this, in milliseconds, are not announced: a restart of the server. */
const unnoticed = 5000

function useToldReturn(outage: Outage | undefined): void {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const known = useRef(outage)
  useEffect(() => {
    const before = known.current
    known.current = outage
    if (outage || !before) return
    const lasted = Date.now() - before.since
    if (lasted > unnoticed) toast.success(texts.reachableAgain(format.duration(lasted)))
  }, [outage, texts, format])
}
