import type { Rule, RuleMetrics } from '@mqdeck/contract'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, Mono, Section } from '../../ui/index.ts'
import { channelQueries, idOf, ratesOf, type Sample, StatusCell } from '../integrations/index.ts'
import { messages } from './messages.ts'
import styles from './rule-flow.module.css'
import { Output } from './rule-flow-cell.tsx'

interface RuleFlowProps {
  readonly rule: Rule
  readonly samples: readonly Sample<Partial<RuleMetrics>>[]
}

/** The way of a message through a rule, with the current rate of each step. */
export function RuleFlow({ rule: { from, actions }, samples }: RuleFlowProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  // Shorter times give rates that jump.
  const ends = latestSpan(samples)
  const rateOf = (counter: keyof RuleMetrics): number | undefined => ratesOf(ends, counter).at(1) ?? undefined
  const show = (text: (rate: string) => string, value: number | undefined) =>
    value !== undefined && <span>{text(format.rate(value))}</span>
  const showError = (text: (rate: string) => string, value: number | undefined) =>
    value !== undefined && <span className={value > 0 ? styles.errors : undefined}>{text(format.rate(value))}</span>
  const failed = rateOf('actions.failed')
  const matched = rateOf('matched') ?? samples.at(-1)?.metrics['matched.rate']
  return (
    <Section>
      <ol className={styles.flow} aria-label={texts.flow}>
        <Step title={texts.inputs} rates={show(texts.rates.matched, matched)}>
          {from.map((one) => (
            <Mono key={one}>{one}</Mono>
          ))}
        </Step>
        <Step
          title={texts.sql}
          rates={
            <>
              {show(texts.rates.passed, rateOf('passed'))}
              {show(texts.rates.filtered, rateOf('failed.no_result'))}
              {showError(texts.rates.errors, rateOf('failed.exception'))}
            </>
          }
        />
        <Step
          title={texts.outputs}
          rates={
            actions.length > 0 && (
              <>
                {show(texts.rates.succeeded, rateOf('actions.success'))}
                {showError(
                  texts.rates.failed,
                  failed === undefined ? undefined : failed + (rateOf('actions.discarded') ?? 0),
                )}
              </>
            )
          }
        >
          {actions.length === 0 && <Dim>{texts.uses.noOutput}</Dim>}
          {actions.map((action, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several of them may be equal, and their order is what there is
            <span key={index} className={styles.output}>
              <Output action={action} />
              {typeof action === 'string' && (
                <span className={styles.state}>
                  <OutputState id={action} />
                </span>
              )}
            </span>
          ))}
        </Step>
      </ol>
    </Section>
  )
}

/** Milliseconds over which the current rates are averaged. */
const rateSpan = 10_000

/** The last sample and the one about ten seconds before it. Empty with fewer samples. */
function latestSpan(samples: RuleFlowProps['samples']): RuleFlowProps['samples'] {
  const last = samples.at(-1)
  const first = last && samples.findLast(({ at }) => at <= last.at - rateSpan)
  const [oldest] = samples
  const start = first ?? oldest
  return last && start && start !== last ? [start, last] : []
}

interface StepProps {
  readonly title: string
  readonly rates: ReactNode
  readonly children?: ReactNode
}

function Step({ title, rates, children }: StepProps) {
  return (
    <li className={styles.step}>
      <IconArrowRight className={styles.arrow} size={18} aria-hidden />
      <div className={styles.box}>
        <span className={styles.title}>{title}</span>
        {children}
        <span className={styles.rates}>{rates}</span>
      </div>
    </li>
  )
}

function OutputState({ id }: { readonly id: string }) {
  const { uses } = useMessages(messages)
  const { data } = useData(channelQueries.action.summaries, undefined)
  const action = data?.find((one) => idOf(one) === id)
  if (action) return <StatusCell of={action} />
  return data ? <span className={styles.errors}>{uses.actionMissing}</span> : null
}
