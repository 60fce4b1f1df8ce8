import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { Button, EmptyState, ListPanel } from '../../ui/index.ts'
import { listMessages } from './list-messages.ts'
import { MessageDrawer } from './message-drawer.tsx'
import { MessageList } from './message-list.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { TrafficLine } from './traffic-line.tsx'
import { type ShownRows, useRows } from './use-rows.ts'
import styles from './websocket.module.css'
import type { Bench } from './workbench.ts'

/** What came in and went out, in one list. */
export function MessagesPanel({ bench }: { readonly bench: Bench }) {
  const texts = useMessages(listMessages)
  const filter = useDeferredValue(useValue(bench.filter))
  const shown = useRows(bench.log, filter)
  const [opened, setOpened] = useState<number>()
  const kept = bench.log.end() - bench.log.first()
  const hasNothing = shown.rows.count === 0 && !shown.isSearching
  return (
    <div className={styles.inSight}>
      <ListPanel label={texts.messages}>
        <MessageToolbar bench={bench} rows={shown.rows} />
        <TrafficLine bench={bench} />
        <div className={styles.frame}>
          {hasNothing ? (
            <div className={styles.nothing}>
              <EmptyState
                title={kept === 0 ? texts.none : texts.noMatch}
                hint={kept === 0 ? texts.noneHint : texts.noMatchHint}
              />
            </div>
          ) : (
            <MessageList bench={bench} shown={shown} onOpen={setOpened} />
          )}
        </div>
        <Footer bench={bench} shown={shown} />
        <MessageDrawer bench={bench} seq={opened} onClose={() => setOpened(undefined)} />
      </ListPanel>
    </div>
  )
}

function Footer({ bench, shown }: { readonly bench: Bench; readonly shown: ShownRows }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const { rows, newer, isSearching, following, setFollowing } = shown
  const { dropped } = bench.log.totals()
  const kept = bench.log.end() - bench.log.first()
  const counts =
    rows.count === kept ? texts.all(format.number(kept)) : texts.shown(format.number(rows.count), format.number(kept))
  return (
    <footer className={styles.footer}>
      <span className={styles.counts}>
        {isSearching ? texts.searching : counts}
        {dropped > 0 && ` · ${texts.dropped(format.number(dropped))}`}
      </span>
      {following === 'following' ? (
        <Button
          size="small"
          icon={<IconPlayerPause size={15} aria-hidden />}
          disabled={rows.count === 0}
          onClick={() => setFollowing('paused')}
        >
          {texts.pause}
        </Button>
      ) : (
        <>
          <span className={styles.counts}>
            {following === 'paused' ? texts.paused(format.number(newer)) : texts.newer(format.number(newer))}
          </span>
          <Button
            size="small"
            icon={<IconPlayerPlay size={15} aria-hidden />}
            onClick={() => setFollowing('following')}
          >
            {texts.resume}
          </Button>
        </>
      )}
    </footer>
  )
}
