import { QueryView, useData } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { EmptyState, Link, RelativeTime, Skeleton } from '../../ui/index.ts'
import { alarmIdOf, chooseAlarms } from './alarm-list.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { alarmsQuery } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useSameCount } from './use-same-count.ts'

const atMost = 8

/** The alarms that began last, with a way to all of them; for a panel. */
export function NewestAlarms() {
  const texts = useMessages(alarmMessages)
  const { titleOf, messageOf } = useAlarmTexts()
  const format = useFormat()
  const loaded = useData(alarmsQuery, { activated: true })
  useSameCount(loaded.data?.alarms?.length)
  return (
    <QueryView query={loaded} skeleton={<Skeleton height={160} />}>
      {({ alarms = [] }) => {
        if (alarms.length === 0) return <EmptyState title={texts.none} hint={texts.noneHint} />
        const newest = chooseAlarms(alarms, { text: '', sort: { column: 'activate_at', order: 'desc' }, titleOf })
        const severalNodes = new Set(alarms.map(({ node }) => node)).size > 1
        return (
          <>
            <ul className={styles.newest}>
              {newest.slice(0, atMost).map((alarm) => (
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
              <Link to="/alarm/current">{texts.allAlarms}</Link>
              {alarms.length > atMost && <span>{texts.more(format.number(alarms.length - atMost))}</span>}
            </div>
          </>
        )
      }}
    </QueryView>
  )
}
