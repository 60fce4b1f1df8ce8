import { type Format, useFormat, useMessages } from '../../i18n/index.ts'
import { Section } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { type Counts, type Dimension, dimensions, otherValue, type Ranking } from './ranking.ts'
import styles from './session-health.module.css'

/** Number of sessions by node, listener, protocol version and so on. */
export function Distributions({ counts }: { readonly counts: Ranking['counts'] }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.distributions}>
      <div className={styles.distributions}>
        {dimensions
          .filter((dimension) => counts[dimension].length > 0)
          .map((dimension) => (
            <Distribution key={dimension} dimension={dimension} counts={sortCounts(dimension, counts[dimension])} />
          ))}
      </div>
    </Section>
  )
}

const maxRows = 12

function Distribution({ dimension, counts }: { readonly dimension: Dimension; readonly counts: Counts }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const rest = counts.slice(maxRows).reduce((sum, { count }) => sum + count, 0)
  const rows = [...counts.slice(0, maxRows), ...(rest > 0 ? [{ value: otherValue, count: rest }] : [])]
  return (
    <table className={styles.distribution}>
      <caption>{texts.dimensions[dimension]}</caption>
      <thead>
        <tr>
          <th>{texts.value}</th>
          <th>{texts.sessions}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, count }) => (
          <tr key={value}>
            <th scope="row">
              <span className={styles.value}>{nameOf(dimension, value, texts, format)}</span>
              {/* Hidden from screen readers: it repeats the numbers. */}
              <span className={styles.part} aria-hidden>
                <span className={styles.fill} style={{ width: `${(count / all) * 100}%` }} />
              </span>
            </th>
            <td>
              {format.number(count)} <span className={styles.percent}>{format.percent(count / all)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Durations in ascending order, other values by count. */
function sortCounts(dimension: Dimension, counts: Counts): Counts {
  if (dimension !== 'keepalive' && dimension !== 'connected') return counts
  const rank = (value: string) => (value === 'disconnected' ? Infinity : value === 'more' ? 1e9 : Number(value))
  return counts.toSorted((a, b) => rank(a.value) - rank(b.value))
}

/** Upper bound in seconds of the last bucket before "more". */
const lastBound = { keepalive: 1200, connected: 86_400 } as const

function nameOf(dimension: Dimension, value: string, texts: (typeof messages)['en'], format: Format): string {
  if (value === otherValue) return texts.others
  if (value === '') return texts.unknown
  if (dimension === 'version') return (texts.versions as Readonly<Record<string, string>>)[value] ?? value
  if (dimension === 'start') return value === 'true' ? texts.cleanStart : texts.resumesSession
  if (dimension !== 'keepalive' && dimension !== 'connected') return value
  if (value === 'disconnected') return texts.disconnected
  if (value === '0') return texts.none
  if (value === 'more') return texts.moreThan(format.duration(lastBound[dimension] * 1000))
  return texts.upTo(format.duration(Number(value) * 1000))
}
