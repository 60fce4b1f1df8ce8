import { lazy, Suspense } from 'react'
import { JobProgress, useConnection, useJobs } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Drawer, EmptyState, Skeleton, Tabs } from '../../ui/index.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './notifications.module.css'
import type { PanelTab } from './notifications-button.tsx'
import { notificationMessages } from './notifications-messages.ts'

const NewestAlarms = lazy(async () => ({
  default: (await import('../../features/alarms/newest-alarms.tsx')).NewestAlarms,
}))

interface NotificationsPanelProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
  /** The job whose results are open. */
  readonly job: number | undefined
  /** Number of active alarms; undefined if the broker has no alarms. */
  readonly alarms: number | undefined
  /** Number of new errors. */
  readonly unread: number
}

export function NotificationsPanel({ opened, onClose, tab, onTab, job, alarms, unread }: NotificationsPanelProps) {
  const texts = useMessages(notificationMessages)
  const jobs = useJobs()
  const tabs = [
    ...(alarms === undefined ? [] : [{ value: 'alarms', label: withCount(texts.alarms, alarms) } as const]),
    { value: 'jobs', label: withCount(texts.jobs, jobs.length) } as const,
    { value: 'history', label: withCount(texts.history, unread) } as const,
  ]
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.title} size={480}>
      <Tabs label={texts.tabs} tabs={tabs} value={tab} onChange={onTab}>
        {tab === 'alarms' && (
          <Suspense fallback={<Skeleton height={160} />}>
            <NewestAlarms />
          </Suspense>
        )}
        {tab === 'jobs' && <JobList open={job} />}
        {tab === 'history' && <NotificationList />}
      </Tabs>
    </Drawer>
  )
}

function withCount(name: string, count: number) {
  return (
    <>
      {name}
      {count > 0 && <span className={styles.tabCount}>{count}</span>}
    </>
  )
}

function JobList({ open }: { readonly open: number | undefined }) {
  const texts = useMessages(notificationMessages)
  const { jobs } = useConnection()
  const all = useJobs()
  const ended = all.filter(({ state }) => state !== 'running')
  if (all.length === 0) return <EmptyState title={texts.noJobs} hint={texts.noJobsHint} />
  return (
    <>
      {ended.length > 1 && (
        <div className={styles.listHead}>
          <Button
            size="small"
            variant="subtle"
            onClick={() => {
              for (const { id } of ended) jobs.forget(id)
            }}
          >
            {texts.removeFinished}
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {all.map((job) => (
          <li key={job.id} className={styles.job}>
            <JobProgress key={String(job.id === open)} job={job} withResults={job.id === open} />
          </li>
        ))}
      </ul>
    </>
  )
}
