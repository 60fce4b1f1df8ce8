import type { ClientEvent } from '@mqdeck/contract'
import {
  IconArrowsExchange,
  IconBookmarkMinus,
  IconBookmarkPlus,
  IconChevronDown,
  IconCircleX,
  IconDatabaseMinus,
  IconDatabasePlus,
  IconHistory,
  IconLock,
  IconMailOff,
  IconPlugConnected,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useIsViewer } from '../../../api/index.ts'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { reasonText } from '../../../lib/text/reason-text.ts'
import { join, Link, Mono } from '../../../ui/index.ts'
import { useStepName } from '../../explain/index.ts'
import { protocolText } from '../client-values.ts'
import styles from './client-timeline.module.css'
import { hostOf, type TimelineRow } from './timeline.ts'
import { timelineMessages } from './timeline-messages.ts'

type Tone = 'accent' | 'amber' | 'red' | 'grey'

const eventIcons: Readonly<Record<ClientEvent, readonly [Icon: TablerIcon, tone: Tone]>> = {
  connected: [IconPlugConnected, 'accent'],
  refused: [IconCircleX, 'red'],
  disconnected: [IconPlugConnectedX, 'grey'],
  session_created: [IconDatabasePlus, 'grey'],
  session_resumed: [IconHistory, 'grey'],
  session_ended: [IconDatabaseMinus, 'grey'],
  taken_over: [IconArrowsExchange, 'amber'],
  discarded: [IconDatabaseMinus, 'amber'],
  subscribed: [IconBookmarkPlus, 'grey'],
  unsubscribed: [IconBookmarkMinus, 'grey'],
  denied: [IconLock, 'red'],
  dropped: [IconMailOff, 'amber'],
}

interface TimelineEntryRowProps {
  readonly row: TimelineRow
  readonly clientid: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export function TimelineEntryRow({ row, clientid, now }: TimelineEntryRowProps) {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { event, action, reason } = row.entry
  const [Icon, defaultTone] = eventIcons[event]
  const tone = event === 'disconnected' && reason !== 'normal' ? 'amber' : defaultTone
  const isRun = row.count > 1
  const named = action === undefined ? texts.events[event] : texts.deniedActions[action]
  const what = row.isFlapping
    ? texts.flapping(format.number(row.count))
    : event === 'dropped' && isRun
      ? texts.droppedMany(format.number(row.count))
      : named
  const details = useDetails(row, now)
  const [top] = row.details
  const more = row.details.length - 1
  const topic = top === undefined || row.entry.topic === undefined ? undefined : top.label
  const toggle = topic === undefined ? texts.showDetails : texts.moreTopics(format.number(more))
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={new Date(row.at).toISOString()} title={format.dateTime(row.at)}>
        {format.time(row.at)}
      </time>
      <span className={join(styles.icon, styles[tone])}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.what}>
        <span className={styles[tone]}>{what}</span>{' '}
        {topic !== undefined && <Topic event={event} clientid={clientid} topic={topic} />}
        {isRun && more > 0 && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={`${toggle}: ${what}`}
            onClick={() => setOpen(!isOpen)}
          >
            {toggle}
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
        {details.length > 0 && <div className={styles.details}>{details.join(' · ')}</div>}
        {isOpen && <RunDetails row={row} />}
      </div>
      <ExplainLink row={row} clientid={clientid} what={what} />
    </li>
  )
}

/** The most frequent topics of a run, or its events. */
function RunDetails({ row }: { readonly row: TimelineRow }) {
  const format = useFormat()
  return (
    <ul className={styles.run}>
      {row.details.map(({ label, count, at }) => (
        <li key={label}>
          <span className={styles.runCount}>{count === undefined ? format.time(at) : format.number(count)}</span>
          <Mono>{label}</Mono>
        </li>
      ))}
    </ul>
  )
}

interface TopicProps {
  readonly event: ClientEvent
  readonly clientid: string
  readonly topic: string
}

/** Link to the subscription; for a dropped message, to all subscriptions of the client. */
function Topic({ event, clientid, topic }: TopicProps) {
  if (event === 'denied') return <Mono>{topic}</Mono>
  return (
    <Link to="/subscriptions/subscription" search={event === 'dropped' ? { clientid } : { clientid, topic }} quiet>
      <Mono>{topic}</Mono>
    </Link>
  )
}

/** Link to the page that explains how the broker decides on this client. */
function ExplainLink({
  row,
  clientid,
  what,
}: Pick<TimelineEntryRowProps, 'row' | 'clientid'> & { readonly what: string }) {
  const texts = useMessages(timelineMessages)
  const isViewer = useIsViewer()
  const { event, topic, action } = row.entry
  if (isViewer || (event !== 'denied' && event !== 'refused')) return null
  const { username, peername, listener } = row.lastAttempt ?? {}
  const peerhost = peername === undefined ? undefined : hostOf(peername)
  const search = { clientid, username, peerhost, listener, action: action ?? 'connect', topic }
  return (
    <span className={styles.why} title={texts.explainEvent(what)}>
      <Link to="/explain" search={search}>
        {texts.explain}
      </Link>
    </span>
  )
}

function useDetails({ entry, at, firstAt, count, connectedFor }: TimelineRow, now: number): readonly string[] {
  const texts = useMessages(timelineMessages)
  const format = useFormat()
  const locale = useLocale()
  const stepName = useStepName()
  const { event, reason, qos, peername, listener, proto_name, proto_ver, username } = entry
  const decidedBy = (source: string) => {
    const sourceNames: Readonly<Record<string, string>> = texts.sources
    return texts.decidedBy(sourceNames[source] ?? stepName('authorization', source))
  }
  const details = [
    reason !== undefined && (event === 'denied' ? decidedBy(reason) : reasonText(reason, locale)),
    event === 'taken_over' && texts.takenOverBy,
    event === 'discarded' && texts.discardedBy,
    qos !== undefined && `QoS ${qos}`,
    peername,
    protocolText(proto_name, proto_ver),
    listener,
    username !== undefined && username !== '' && texts.user(username),
    connectedFor !== undefined && texts.after(format.duration(connectedFor)),
    count > 1 && texts.times(format.number(count), format.time(firstAt), format.ago(at, Math.max(now, at))),
  ]
  return details.filter((detail): detail is string => typeof detail === 'string')
}
