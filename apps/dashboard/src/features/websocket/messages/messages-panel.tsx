import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, ListFooter, ListPanel } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { useValue } from '../index.ts'
import styles from '../websocket.module.css'
import { listMessages } from './list-messages.ts'
import { MessageDrawer } from './message-drawer.tsx'
import { MessageList } from './message-list.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { TrafficLine } from './traffic-line.tsx'
import { type ShownRows, useRows } from './use-rows.ts'

/** Received and sent messages in one list. */
export function MessagesPanel({ tab }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(listMessages)
  const filter = useDeferredValue(useValue(tab.filter))
  const shown = useRows(tab.log, filter)
  const [opened, setOpened] = useState<number>()
  const count = tab.log.end() - tab.log.first()
  const hasNothing = shown.rows.count === 0 && !shown.isSearching
  return (
    <div className={styles.stickyPanel}>
      <ListPanel label={texts.messages}>
        <MessageToolbar tab={tab} rows={shown.rows} />
        <TrafficLine tab={tab} />
        <div className={styles.frame}>
          {hasNothing ? (
            <div className={styles.nothing}>
              <EmptyState
                title={count === 0 ? texts.noMessages : texts.noMatch}
                hint={count === 0 ? texts.noMessagesHint : texts.noMatchHint}
              />
            </div>
          ) : (
            <MessageList tab={tab} shown={shown} onOpen={setOpened} />
          )}
        </div>
        <Footer tab={tab} shown={shown} />
        <MessageDrawer tab={tab} seq={opened} onClose={() => setOpened(undefined)} />
      </ListPanel>
    </div>
  )
}

function Footer({ tab, shown }: { readonly tab: ConnectionTab; readonly shown: ShownRows }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const { rows, newer, isSearching, following, setFollowing } = shown
  const { dropped } = tab.log.totals()
  const count = tab.log.end() - tab.log.first()
  const counts =
    rows.count === count
      ? texts.total(format.number(count))
      : texts.shown(format.number(rows.count), format.number(count))
  return (
    <ListFooter
      state={
        <>
          {isSearching ? texts.searching : counts}
          {dropped > 0 && ` · ${texts.dropped(format.number(dropped))}`}
        </>
      }
    >
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
          <span>{following === 'paused' ? texts.paused(format.number(newer)) : texts.newer(format.number(newer))}</span>
          <Button
            size="small"
            icon={<IconPlayerPlay size={15} aria-hidden />}
            onClick={() => setFollowing('following')}
          >
            {texts.resume}
          </Button>
        </>
      )}
    </ListFooter>
  )
}
