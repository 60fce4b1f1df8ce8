import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { EmptyState, Link, RelativeTime, Skeleton } from '../../ui/index.ts'
import { alarmIdOf, filterAndSortAlarms } from './alarm-list.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { alarmsQuery, useSyncAlarmCount } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

const maxShown = 8

/** The newest alarms with a link to all, for a panel. */
export function NewestAlarms() {
  const texts = useMessages(alarmMessages)
  const { titleOf, messageOf } = useAlarmTexts()
  const format = useFormat()
  const loaded = useData(alarmsQuery, { activated: true })
  useSyncAlarmCount(loaded.data?.alarms?.length)
  return (
    <QueryView query={loaded} skeleton={<Skeleton height={160} />}>
      {({ alarms = [] }) => {
        if (alarms.length === 0) return <EmptyState title={texts.noActive} hint={texts.noActiveInPanelHint} />
        const newest = filterAndSortAlarms(alarms, {
          text: '',
          sort: { column: 'activate_at', order: 'desc' },
          titleOf,
        })
        const severalNodes = new Set(alarms.map(({ node }) => node)).size > 1
        return (
          <>
            <ul className={styles.newest}>
              {newest.slice(0, maxShown).map((alarm) => (
                <li key={alarmIdOf(alarm)} className={styles.row}>
                  <span className={styles.dot} aria-hidden />
                  <div className={styles.title}>
                    <Link to="/alarm/current" search={{ alarm: alarmIdOf(alarm) }} quiet>
                      {titleOf(alarm)}
                    </Link>
                    <div className={styles.about}>
                      {[severalNodes ? alarm.node : '', messageOf(alarm)].filter((part) => part !== '').join(' · ')}
                    </div>
                  </div>
                  <span className={styles.since}>
                    <RelativeTime time={alarm.activate_at} />
                  </span>
                </li>
              ))}
            </ul>
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
