import { useFormat, useMessages } from '../../i18n/index.ts'
import { Section, StatusDot } from '../../ui/index.ts'
import { type FindingKind, findingKinds, thresholds } from './findings.ts'
import { messages } from './messages.ts'
import type { Ranking } from './ranking.ts'
import styles from './session-health.module.css'

const wordBytes = 8

/** From when on each thing counts, what it may mean, and how many have it. */
export function Meanings({ findings }: { readonly findings: Ranking['findings'] | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { queueAmber, queueRed, queueUnlimited, awaiting, heapAmber, heapRed } = thresholds
  const { meaning } = texts
  const explained: Readonly<Record<FindingKind, string>> = {
    ...meaning,
    queue: meaning.queue(format.percent(queueAmber), format.percent(queueRed), format.number(queueUnlimited)),
    awaiting: meaning.awaiting(format.percent(awaiting)),
    memory: meaning.memory(format.bytes(heapAmber * wordBytes), format.bytes(heapRed * wordBytes)),
  }
  return (
    <Section title={texts.meaningTitle}>
      <dl className={styles.meanings}>
        {findingKinds.map((kind) => (
          <div key={kind}>
            <dt>
              <StatusDot tone={findings && findings[kind] > 0 ? toneOf(kind) : 'grey'}>
                {texts.findings[kind]}
              </StatusDot>
              {findings && <span className={styles.percent}>{format.number(findings[kind])}</span>}
            </dt>
            <dd>{explained[kind]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const toneOf = (kind: FindingKind) => (kind === 'dropping' ? 'red' : 'amber')
