import type { IntegrationFailure } from '@mqdeck/contract'
import { type ReactNode, useId } from 'react'
import { useData, useReasonText } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { toPrettyJson } from '../../../lib/payload/payload.ts'
import { CodeBlock, Dim, Link, Notice, RelativeTime, Section } from '../../../ui/index.ts'
import { failuresQuery } from '../health-queries.ts'
import { pages } from '../kinds.ts'
import styles from './failures.module.css'
import { overviewMessages } from './overview-messages.ts'

interface FailuresProps {
  readonly kind: 'rule' | 'action'
  readonly id: string
  /** True if there were errors, in case the broker does not report them. */
  readonly hasErrors: boolean
  /** Buttons that help to find the cause. */
  readonly actions?: ReactNode
  /** Buttons next to a sample. */
  readonly sampleActions?: ((failure: IntegrationFailure) => ReactNode) | undefined
}

/** True when `Failures` has its height. Content below it waits for this, so that it does not move. */
export function useFailuresAreKnown(kind: FailuresProps['kind'] | 'source', id: string): boolean {
  const isSource = kind === 'source'
  const { isLoading } = useData(failuresQuery, { kind: isSource ? 'action' : kind, id }, { enabled: !isSource })
  return isSource || !isLoading
}

/** The latest errors of a rule or an action. Hidden without errors. */
export function Failures({ kind, id, hasErrors, actions, sampleActions }: FailuresProps) {
  const texts = useMessages(overviewMessages)
  const { data } = useData(failuresQuery, { kind, id })
  const titleId = useId()
  if (data === undefined) return null
  if (data === 'unsupported') {
    if (!hasErrors) return null
    return (
      <Notice tone="amber">
        <div className={styles.head}>
          <span>{texts.errorsUnsupported}</span>
          <span className={styles.actions}>{actions}</span>
        </div>
      </Notice>
    )
  }
  const [latest, ...others] = data
  if (!latest) return null
  return (
    <Section title={<span id={titleId}>{texts.lastError}</span>} actions={actions}>
      <One failure={latest} sampleActions={sampleActions} />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{texts.otherErrors(others.length)}</summary>
          <ul className={styles.list}>
            {others.map((failure) => (
              <li key={`${failure.target} ${failure.reason}`}>
                <One failure={failure} sampleActions={sampleActions} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

function One({
  failure,
  sampleActions,
}: { readonly failure: IntegrationFailure } & Pick<FailuresProps, 'sampleActions'>) {
  const texts = useMessages(overviewMessages)
  const format = useFormat()
  const reasonText = useReasonText()
  const { target, reason, count, first_at: first, last_at: last, sample } = failure
  return (
    <div className={styles.failure}>
      <p className={styles.reason}>
        {target !== undefined && <Target target={target} />}
        <span>{texts.failureReasons[reason] ?? reasonText(reason)}</span>
      </p>
      <p className={styles.facts}>
        <span>{texts.times(count, format.number(count))}</span>
        <span>
          {texts.lastSeen} <RelativeTime time={last} />
        </span>
        {count > 1 && (
          <span>
            {texts.firstSeen} <RelativeTime time={first} />
          </span>
        )}
      </p>
      {sample !== undefined && (
        <details className={styles.sample}>
          <summary>{texts.sample}</summary>
          <CodeBlock wrap code={toPrettyJson(sample) ?? sample} />
          {sampleActions && <div className={styles.actions}>{sampleActions(failure)}</div>}
        </details>
      )}
    </div>
  )
}

/** A clause of the SQL or an action. */
function Target({ target }: { readonly target: string }) {
  const isLinked = target.includes(':') && !target.startsWith('republish:')
  return (
    <span className={styles.target}>
      {isLinked ? (
        <Link to={pages.action.detail} params={{ id: target }}>
          {target}
        </Link>
      ) : (
        <Dim>{target}</Dim>
      )}
    </span>
  )
}
