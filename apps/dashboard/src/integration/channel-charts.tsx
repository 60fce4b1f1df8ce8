import { useMemo } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Section } from '../ui/index.ts'
import { type ChartLine, TimeChart } from '../ui/time-chart.tsx'
import styles from './channel-overview.module.css'
import type { ChannelKind } from './kinds.ts'
import { overviewMessages } from './overview-messages.ts'
import { dropReasons, gaugesOf, ratesOf, type Sample } from './samples.ts'
import { chartSpan } from './use-samples.ts'

interface ChannelChartsProps {
  readonly kind: ChannelKind
  readonly samples: readonly Sample[]
  readonly updatedAt: number | undefined
}

/** Milliseconds that the axis has at least. */
const shortest = 60_000

/** The figures over the last ten minutes, as far as somebody has looked. */
export function ChannelCharts({ kind, samples, updatedAt }: ChannelChartsProps) {
  const texts = useMessages(overviewMessages)
  const format = useFormat()
  const times = useMemo(() => samples.map(({ at }) => at), [samples])
  const { rates, buffer, dropped } = useLines(samples)
  const to = updatedAt ?? samples.at(-1)?.at ?? 0
  // The line begins at the left, and the axis grows with it.
  const from = Math.min(to - shortest, Math.max(to - chartSpan, times[0] ?? to))
  const frame = { times, from, to, group: 'channel' } as const
  return (
    <Section>
      <div className={styles.charts}>
        <div className={styles.wide}>
          <h3 className={styles.chartTitle}>{texts.rateChart}</h3>
          <TimeChart
            {...frame}
            label={texts.rateChart}
            lines={kind === 'source' ? rates.source : rates.action}
            formatValue={format.rate}
            height={170}
          />
        </div>
        {kind === 'action' && (
          <>
            <div>
              <h3 className={styles.chartTitle}>{texts.bufferChart}</h3>
              <TimeChart {...frame} label={texts.bufferChart} lines={buffer} wholeNumbers height={130} />
            </div>
            <div>
              <h3 className={styles.chartTitle}>{texts.droppedChart}</h3>
              <TimeChart {...frame} label={texts.droppedChart} lines={dropped} formatValue={format.rate} height={130} />
            </div>
          </>
        )}
        <p className={styles.note}>
          {texts.chartNote} {samples.length < 2 && texts.collecting}
        </p>
      </div>
    </Section>
  )
}

/** Of the reasons that there were, the most frequent first: there are colours for three. */
const reasonTones = ['ink', 'accent', 'grey'] as const

function commonReasons(samples: readonly Sample[]) {
  const newest = samples.at(-1)?.metrics
  const countOf = (reason: (typeof dropReasons)[number]) => newest?.[`dropped.${reason}`] ?? 0
  return dropReasons
    .filter((reason) => countOf(reason) > 0)
    .toSorted((a, b) => countOf(b) - countOf(a))
    .slice(0, reasonTones.length)
}

function useLines(samples: readonly Sample[]) {
  const texts = useMessages(overviewMessages)
  return useMemo(() => {
    const line = (label: string, tone: ChartLine['tone'], values: ChartLine['values']): ChartLine => ({
      label,
      tone,
      values,
    })
    const trouble = (label: string, values: ChartLine['values']) =>
      line(label, values.some((value) => value !== null && value > 0) ? 'red' : 'grey', values)
    return {
      rates: {
        action: [
          line(texts.success, 'accent', ratesOf(samples, 'success')),
          trouble(texts.failed, ratesOf(samples, 'failed')),
          line(texts.matched, 'ink', ratesOf(samples, 'matched')),
        ],
        source: [line(texts.received, 'accent', ratesOf(samples, 'received'))],
      },
      buffer: [
        line(texts.queuing, 'accent', gaugesOf(samples, 'queuing')),
        line(texts.inflight, 'ink', gaugesOf(samples, 'inflight')),
      ],
      dropped: [
        trouble(texts.dropped, ratesOf(samples, 'dropped')),
        ...commonReasons(samples).map((reason, index) =>
          line(texts.reasonNames[reason], reasonTones[index] ?? 'grey', ratesOf(samples, `dropped.${reason}`)),
        ),
      ],
    }
  }, [samples, texts])
}
