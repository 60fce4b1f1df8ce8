import type { Alarm } from '@mqdeck/contract'
import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { EmptyState, Link, RelativeTime, Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { alarmIdOf, filterAndSortAlarms } from './alarm-list.ts'
import { severityOf } from './alarm-severity.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { OpenAffected } from './open-affected.tsx'
import { alarmsQuery, useSyncAlarmCount } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useMutedAlarms } from './use-muted-alarms.ts'

const maxShown = 8

/** The most severe and newest alarms with a link to all, for a panel. Muted ones are only counted. */
export function NewestAlarms() {
  const texts = useMessages(alarmMessages)
  const { titleOf, messageOf } = useAlarmTexts()
  const format = useFormat()
  const loaded = useData(alarmsQuery, { activated: true })
  const { mutedUntil } = useMutedAlarms()
  const isMuted = (alarm: Alarm) => mutedUntil(alarm) !== undefined
  const listed = loaded.data?.alarms
  useSyncAlarmCount(listed?.filter((alarm) => !isMuted(alarm)).length)
  return (
    <QueryView query={loaded} skeleton={<Skeleton height={160} />}>
      {({ alarms: all = [] }) => {
        if (all.length === 0) return <EmptyState title={texts.noActive} hint={texts.noActiveInPanelHint} />
        const alarms = all.filter((alarm) => !isMuted(alarm))
        const muted = all.length - alarms.length
        const newest = filterAndSortAlarms(alarms, {
          text: '',
          sort: { column: 'severity', order: 'desc' },
          titleOf,
        })
        const severalNodes = new Set(alarms.map(({ node }) => node)).size > 1
        return (
          <>
            <ul className={styles.newest}>
              {newest.slice(0, maxShown).map((alarm) => (
                <li key={alarmIdOf(alarm)} className={styles.row}>
                  <span className={styles.dot} data-severity={severityOf(alarm)} aria-hidden />
                  <VisuallyHidden>{texts.severities[severityOf(alarm)]}</VisuallyHidden>
                  <div className={styles.title}>
                    <Link to="/alarm/current" search={{ alarm: alarmIdOf(alarm) }} quiet>
                      {titleOf(alarm)}
                    </Link>
                    <div className={styles.about}>
                      {[severalNodes ? alarm.node : '', messageOf(alarm)].filter((part) => part !== '').join(' · ')}{' '}
                      <OpenAffected alarm={alarm} />
                    </div>
                  </div>
                  <span className={styles.since}>
                    <RelativeTime time={alarm.activate_at} />
                  </span>
                </li>
              ))}
            </ul>
            {muted > 0 && <p className={styles.about}>{texts.mutedCount(muted)}</p>}
            <div className={styles.foot}>
              <Link to="/alarm/current">{texts.allActive}</Link>
              {alarms.length > maxShown && <span>{texts.andMore(format.number(alarms.length - maxShown))}</span>}
            </div>
          </>
        )
      }}
    </QueryView>
  )
}
