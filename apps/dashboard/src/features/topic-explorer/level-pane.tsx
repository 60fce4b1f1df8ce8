import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { hasWildcard } from '../../lib/topic-filter.ts'
import { Button, CopyButton, Dim, KeyValue, Link, Skeleton, StatusDot } from '../../ui/index.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { TraceButton } from '../traces/index.ts'
import type { Explorer } from './explorer.ts'
import type { LevelView } from './explorer-calls.ts'
import { messages } from './messages.ts'
import { NumberCharts } from './number-charts.tsx'
import { PayloadPart } from './payload-part.tsx'
import { RetainedMessage } from './retained-message.tsx'
import styles from './topic-explorer.module.css'
import { useDeleteRetained } from './use-delete-retained.tsx'
import { useLevel } from './use-level.ts'

interface LevelPaneProps {
  readonly explorer: Explorer
  readonly topic: string
}

/** Details of the selected topic or branch. */
export function LevelPane({ explorer, topic }: LevelPaneProps) {
  const texts = useMessages(messages)
  const level = useLevel(explorer.port(), topic)
  return (
    <div className={styles.pane}>
      <div className={styles.paneHead}>
        <h2 className={styles.topic}>{topic === '' ? texts.emptyLevel : topic}</h2>
        <CopyButton value={topic} label={texts.copyTopic} />
      </div>
      {level === undefined && <Skeleton height={120} />}
      {level === 'unknown' && <Dim>{texts.unknownTopic}</Dim>}
      {level !== undefined && level !== 'unknown' && <KnownLevel explorer={explorer} topic={topic} level={level} />}
    </div>
  )
}

function KnownLevel({ explorer, topic, level }: LevelPaneProps & { readonly level: LevelView }) {
  return (
    <>
      <Marks level={level} />
      <Links explorer={explorer} topic={topic} level={level} />
      <Counters level={level} />
      {level.own > 0 && (
        <PayloadPart port={explorer.port()} topic={topic} lines={level.lines}>
          {level.fields.length > 0 && <NumberCharts fields={level.fields} />}
        </PayloadPart>
      )}
      {level.isRetained && <RetainedMessage topic={topic} />}
    </>
  )
}

function Marks({ level: { isTopic, isSubscribed, isRetained } }: { readonly level: LevelView }) {
  const texts = useMessages(messages)
  if (isTopic && !isSubscribed && !isRetained) return null
  return (
    <div className={styles.links}>
      {!isTopic && <Dim>{texts.branch}</Dim>}
      {isSubscribed && <StatusDot tone="accent">{texts.hasSubscriptions}</StatusDot>}
      {isRetained && <StatusDot tone="accent">{texts.hasRetained}</StatusDot>}
    </div>
  )
}

function Links({ explorer, topic, level }: LevelPaneProps & { readonly level: LevelView }) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const { deleteRetained, isCounting } = useDeleteRetained(explorer)
  const isFilter = hasWildcard(topic)
  const isLeaf = level.isTopic && level.topics <= 1
  const below = isLeaf ? topic : `${topic}/#`
  return (
    <div className={styles.linksAndActions}>
      <div className={styles.links}>
        <Link to="/subscriptions" search={level.isSubscribed ? { topic } : { match_topic: `${topic}/#` }}>
          {texts.showSubscriptions}
        </Link>
        {!isFilter && !isViewer && (
          <>
            <Link to="/topic-metrics" search={{ add: topic }}>
              {texts.topicMetrics}
            </Link>
            <Link to="/publish" search={{ topic }}>
              {texts.publish}
            </Link>
          </>
        )}
        {level.retained > 0 && (
          <Link to="/retained" search={{ topic: below }}>
            {texts.retained}
          </Link>
        )}
      </div>
      <div className={styles.actions}>
        <TraceButton of={{ type: 'topic', value: isFilter ? topic : below }} />
        {level.retained > 0 && !isViewer && (
          <Button
            icon={<IconTrash size={16} aria-hidden />}
            loading={isCounting}
            onClick={() => void deleteRetained(topic, below)}
          >
            {texts.deleteRetained}
          </Button>
        )}
      </div>
    </div>
  )
}

const maxChartSpanMs = 5 * 60_000

function Counters({ level }: { readonly level: LevelView }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const [openedAt] = useState(() => Date.now())
  const last = level.rates.at(-1)?.time ?? openedAt
  // Starts with a short time span, so that the chart fills its width early.
  const span = Math.min(maxChartSpanMs, Math.max(60_000, last - (level.rates[0]?.time ?? last)))
  const hasBoth = level.own > 0 && level.own !== level.messages
  return (
    <>
      <div className={styles.figures}>
        <KeyValue
          label={texts.messages}
          value={format.number(level.messages)}
          note={hasBoth ? `${texts.ownMessages}: ${format.number(level.own)}` : undefined}
        />
        <KeyValue label={texts.rate} value={format.rate(level.rate >= 0.05 ? level.rate : 0)} />
        <KeyValue label={texts.topics} value={format.number(level.topics)} />
        <KeyValue label={texts.columns.retained} value={format.number(level.retained)} />
      </div>
      {level.messages > 0 && <Sparkline points={level.rates} now={last} span={span} height={44} />}
    </>
  )
}
