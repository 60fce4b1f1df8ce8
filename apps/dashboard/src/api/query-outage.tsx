import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button, Notice, toast } from '../ui/index.ts'
import { useConnection } from './connection.tsx'
import type { Outage } from './query-reach.ts'
import styles from './query-view.module.css'
import { queryViewMessages } from './query-view-messages.ts'

/** Shows once per page that the server is unreachable, and when it is reachable again. */
export function OutageNotice() {
  const texts = useMessages(queryViewMessages)
  const format = useFormat()
  const { reach, poller } = useConnection()
  const outage = useSyncExternalStore(reach.outage.subscribe, reach.outage.get)
  useToldReturn(outage)
  return (
    <div role="status">
      {outage && (
        <div className={styles.outage}>
          <Notice tone="red">
            <span className={styles.noteLine}>
              <span>{texts.outage(format.time(outage.since))}</span>
              <Button size="small" onClick={poller.tryNow}>
                {texts.tryNow}
              </Button>
            </span>
          </Notice>
        </div>
      )}
    </div>
  )
}

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
