import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { hasWildcard } from '../../lib/topics/topic-filter.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Button, CopyButton, Dim, Group, KeyValue, Link, Skeleton, Stack, StatusDot } from '../../ui/index.ts'
import { TraceButton } from '../traces/index.ts'
import type { Explorer } from './explorer.ts'
import type { LevelView } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { messages } from './messages.ts'
import type { NumberField } from './payload-history.ts'
import { PayloadPart } from './payload-part.tsx'
import { RetainedMessage } from './retained-message.tsx'
import styles from './topic-explorer.module.css'
import { useDeleteRetained } from './use-delete-retained.ts'

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
      <Group justify="between" align="start">
        <h2 className={styles.topic}>{topic === '' ? texts.emptyLevel : topic}</h2>
        <CopyButton value={topic} label={texts.copyTopic} />
      </Group>
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
    <Stack gap={3}>
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
      <Group gap={2} wrap>
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
      </Group>
    </Stack>
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

/** Charts of all numbers in the payloads, over the time of the history. */
function NumberCharts({ fields }: { readonly fields: readonly NumberField[] }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const times = fields.flatMap(({ points }) => points.map(({ time }) => time))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return (
    <div className={styles.part}>
      <h3>{texts.numbers}</h3>
      <div className={styles.numbers}>
        {fields.map(({ path, points }) => (
          <div key={path}>
            <div className={styles.numberName}>
              <span title={path}>{path === '' ? texts.wholePayload : path}</span>
              <span>{format.number(points.at(-1)?.value, 3)}</span>
            </div>
            <Sparkline points={shiftToZero(points)} now={to} span={Math.max(1000, to - from)} height={36} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Charts start at zero. Values that are negative or far from zero are shifted to start near their minimum. */
function shiftToZero(points: NumberField['points']): NumberField['points'] {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low >= 0 && high - low > high / 4) return points
  const base = low - Math.max((high - low) / 4, Number.EPSILON)
  return points.map(({ time, value }) => ({ time, value: value - base }))
}

const pollIntervalMs = 1000

/** Details of a level, polled once per second. Undefined until the first response, `unknown` if the topic is not in the tree. */
function useLevel(port: ExplorerPort, topic: string): LevelView | 'unknown' | undefined {
  const [known, setKnown] = useState<{ readonly topic: string; readonly level: LevelView | 'unknown' }>()
  useEffect(() => {
    let isCancelled = false
    let isAsking = false
    const poll = () => {
      if (isAsking) return
      isAsking = true
      const done = (level: LevelView | undefined) => {
        isAsking = false
        if (!isCancelled) setKnown({ topic, level: level ?? 'unknown' })
      }
      // The tree view reports errors of the tree.
      port.ask('level', [topic]).then(done, () => done(undefined))
    }
    poll()
    const timer = setInterval(() => document.visibilityState === 'visible' && poll(), pollIntervalMs)
    return () => {
      isCancelled = true
      clearInterval(timer)
    }
  }, [port, topic])
  return known?.topic === topic ? known.level : undefined
}
