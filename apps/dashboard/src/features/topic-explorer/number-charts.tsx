import { useFormat, useMessages } from '../../i18n/index.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { messages } from './messages.ts'
import type { NumberField } from './payload-history.ts'
import styles from './topic-explorer.module.css'

/** Charts of all numbers in the payloads, over the time of the history. */
export function NumberCharts({ fields }: { readonly fields: readonly NumberField[] }) {
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
