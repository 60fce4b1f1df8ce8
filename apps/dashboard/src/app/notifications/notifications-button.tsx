import { IconBell } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Job, jobMessages, useConnection, useData, useJobs } from '../../api/index.ts'
import { alarmCountQuery } from '../../features/alarms/queries.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { join, notifications, Tooltip, toast, useHasOpened } from '../../ui/index.ts'
import styles from './notifications.module.css'
import { notificationMessages } from './notifications-messages.ts'

const NotificationsPanel = lazy(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}))

export type PanelTab = 'alarms' | 'jobs' | 'history'

/**
 * The notification button: it counts active alarms, shows the progress of jobs and marks new errors. It opens the
 * panel with all three. Without alarms in the API it shows the rest.
 */
export function NotificationsButton() {
  const texts = useMessages(notificationMessages)
  const format = useFormat()
  const [tab, setTab] = useState<PanelTab>('history')
  const [isOpen, setOpen] = useState(false)
  /** The job whose results are open. */
  const [job, setJob] = useState<number>()
  const alarms = useData(alarmCountQuery, undefined).data?.count
  const jobs = useJobs()
  const running = jobs.filter(({ state }) => state === 'running')
  const unread = useUnreadErrors(isOpen && tab === 'history')
  const show = (next: PanelTab, ofJob?: number) => {
    setTab(next)
    setJob(ofJob)
    setOpen(true)
  }
  useJobEndToasts((id) => show('jobs', id))
  useOnOtherPage(() => setOpen(false))

  const share = format.percent(shareOf(running))
  const facts = [
    alarms !== undefined && alarms > 0 && texts.activeAlarms(alarms),
    running.length > 0 && texts.running(running.length, share),
    unread > 0 && texts.unread(unread),
  ].filter((fact) => fact !== false)
  const label = [texts.title, format.list(facts)].filter((part) => part !== '').join(': ')
  const first = alarms ? 'alarms' : jobs.length > 0 ? 'jobs' : 'history'
  return (
    <>
      <Tooltip label={label}>
        <button
          type="button"
          className={join(styles.bell, alarms !== undefined && alarms > 9 && styles.wide)}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => show(unread > 0 && !alarms ? 'history' : first)}
        >
          {running.length > 0 && <span className={styles.share}>{share}</span>}
          <span className={styles.icon}>
            <IconBell size={18} aria-hidden />
            {alarms ? (
              <span className={styles.count}>{alarms > 99 ? '99+' : alarms}</span>
            ) : (
              unread > 0 && <span className={join(styles.count, styles.mark)} />
            )}
          </span>
        </button>
      </Tooltip>
      <Suspense fallback={null}>
        {useHasOpened(isOpen) && (
          <NotificationsPanel
            opened={isOpen}
            onClose={() => setOpen(false)}
            tab={tab}
            onTab={setTab}
            job={job}
            alarms={alarms}
            unread={unread}
          />
        )}
      </Suspense>
    </>
  )
}

/** Progress of all running jobs, between 0 and 1. */
function shareOf(running: readonly Job[]): number {
  const total = running.reduce((sum, job) => sum + job.total, 0)
  const done = running.reduce((sum, { results }) => sum + results.length, 0)
  return total === 0 ? 0 : done / total
}

/** Number of errors since the list was last opened; errors from before a reload are not new. */
function useUnreadErrors(isRead: boolean): number {
  const all = useSyncExternalStore(notifications.subscribe, notifications.get)
  const newest = all[0]?.id ?? 0
  const [lastRead, setLastRead] = useState(newest)
  // Cleared: ids start again.
  if ((isRead && lastRead !== newest) || newest < lastRead) setLastRead(newest)
  return all.filter(({ id, kind }) => kind === 'error' && id > lastRead).length
}

function useOnOtherPage(act: () => void): void {
  const { pathname } = useLocation()
  const [page, setPage] = useState(pathname)
  if (page === pathname) return
  setPage(pathname)
  act()
}

/** One toast for each job that ends; with failures it links to the results. */
function useJobEndToasts(onShow: (id: number) => void): void {
  const { jobs } = useConnection()
  const { ended } = useMessages(jobMessages)
  const format = useFormat()
  const show = useRef(onShow)
  useEffect(() => {
    show.current = onShow
  })
  useEffect(
    () =>
      jobs.onEnd(({ id, title, state, total, results, failed }) => {
        const [done, all] = [format.number(results.length), format.number(total)]
        const finished =
          failed === 0 ? ended.finished(title, done) : ended.partly(title, format.number(results.length - failed), done)
        const text = state === 'aborted' ? ended.aborted(title, done, all) : finished
        const action = { label: ended.show, onSelect: () => show.current(id) }
        if (failed > 0) toast.error(text, ended.failed(format.number(failed), done), action)
        else toast[state === 'aborted' ? 'info' : 'success'](text)
      }),
    [jobs, ended, format],
  )
}
