import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { IconButton, join, LazyMenu, MenuTrigger, useTimeText } from '../ui/index.ts'
import { useOutage } from './connection.tsx'
import type { Loaded } from './query.ts'
import { queryViewMessages } from './query-view-messages.ts'
import { type RefreshChoice, refreshChoice, refreshChoices, useRefreshChoice } from './refresh.ts'
import styles from './refresh-control.module.css'

interface RefreshControlProps {
  readonly queries: readonly Loaded<unknown>[]
}

/**
 * The age of the data, a menu with the refresh interval, and a button that refreshes now. For pages whose queries have
 * `poll: 'chosen'`; not for forms.
 */
export function RefreshControl({ queries }: RefreshControlProps) {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const chosen = useRefreshChoice()
  const isOutage = useOutage() !== undefined
  const intervals = queries.flatMap(({ every }) => (every > 0 ? [every] : []))
  const isLive = intervals.length > 0
  const label = isLive ? texts.live(format.duration(Math.min(...intervals))) : texts.paused
  const nameOf = (choice: RefreshChoice) =>
    choice === 'auto' ? texts.automatic : choice === 0 ? texts.paused : texts.seconds(choice)
  return (
    <div className={styles.refresh}>
      <Age queries={queries} />
      {(isLive || chosen === 0) && (
        <LazyMenu
          heading={texts.refresh}
          trigger={
            <MenuTrigger className={styles.trigger} aria-label={texts.refreshState(label)}>
              <span className={join(styles.dot, isLive && !isOutage && styles.live)} aria-hidden />
              {label}
              <IconChevronDown size={14} aria-hidden />
            </MenuTrigger>
          }
          items={refreshChoices.map((choice) => ({
            label: nameOf(choice),
            checked: choice === chosen,
            onSelect: () => refreshChoice.set(choice),
          }))}
        />
      )}
      <IconButton
        label={texts.refreshNow}
        icon={<IconRefresh size={17} aria-hidden />}
        onClick={() => {
          for (const query of queries) query.refresh()
        }}
      />
    </div>
  )
}

/** The time since the last answer. Stale data has a note with its age instead. */
function Age({ queries }: RefreshControlProps) {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const times = queries.flatMap(({ updatedAt }) => (updatedAt === undefined ? [] : [updatedAt]))
  const latest = Math.max(...times)
  const text = useTimeText('browser', (now) =>
    Number.isFinite(latest) ? texts.updated(format.ago(latest, Math.max(now, latest))) : '',
  )
  return queries.some(({ isStale }) => isStale) ? null : <span className={styles.age}>{text}</span>
}
