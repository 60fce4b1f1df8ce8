import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  EmptyState,
  forgetNotifications,
  join,
  notifications,
  Paragraphs,
  RelativeTime,
} from '../../ui/index.ts'
import styles from './notifications.module.css'
import { notificationMessages } from './notifications-messages.ts'

const icons = { success: IconCircleCheck, info: IconInfoCircle, error: IconAlertTriangle } as const

/** The notifications of this session, newest first. */
export function NotificationList() {
  const texts = useMessages(notificationMessages)
  const all = useSyncExternalStore(notifications.subscribe, notifications.get)
  if (all.length === 0) return <EmptyState title={texts.noNotifications} hint={texts.noNotificationsHint} />
  return (
    <>
      <div className={styles.listHead}>
        <Button size="small" variant="subtle" onClick={forgetNotifications}>
          {texts.clear}
        </Button>
      </div>
      <ul className={styles.list}>
        {all.map(({ id, kind, text, detail, at }) => {
          const Icon = icons[kind]
          return (
            <li key={id} className={styles.reported}>
              <Icon size={17} role="img" aria-label={texts.kinds[kind]} className={join(styles[kind])} />
              <div className={styles.text}>
                <div>{text}</div>
                {detail && (
                  <div className={styles.detail}>
                    <Paragraphs>{detail}</Paragraphs>
                  </div>
                )}
              </div>
              <span className={styles.at}>
                <RelativeTime time={at} clock="browser" />
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
