import { useFormat, useMessages } from '../../i18n/index.ts'
import { Section, StatusDot } from '../../ui/index.ts'
import { type FindingKind, findingKinds, thresholds } from './findings.ts'
import { messages } from './messages.ts'
import type { Ranking } from './ranking.ts'
import styles from './session-health.module.css'

const wordBytes = 8

/** Criteria and possible causes of each finding, and the number of sessions that have it. */
export function FindingExplanations({ findings }: { readonly findings: Ranking['findings'] | undefined }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { queueAmber, queueRed, queueUnlimited, awaiting, heapAmber, heapRed } = thresholds
  const { explanations } = texts
  const textsByKind: Readonly<Record<FindingKind, string>> = {
    ...explanations,
    queue: explanations.queue(format.percent(queueAmber), format.percent(queueRed), format.number(queueUnlimited)),
    awaiting: explanations.awaiting(format.percent(awaiting)),
    memory: explanations.memory(format.bytes(heapAmber * wordBytes), format.bytes(heapRed * wordBytes)),
  }
  return (
    <Section>
      <dl className={styles.explanations}>
        {findingKinds.map((kind) => (
          <div key={kind}>
            <dt>
              <StatusDot tone={findings && findings[kind] > 0 ? toneOf(kind) : 'grey'}>
                {texts.findings[kind]}
              </StatusDot>
              {findings && <span className={styles.percent}>{format.number(findings[kind])}</span>}
            </dt>
            <dd>{textsByKind[kind]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const toneOf = (kind: FindingKind) => (kind === 'dropping' ? 'red' : 'amber')
