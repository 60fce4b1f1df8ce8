import type { Rewriting } from '@mqdeck/extensions/catalog'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import { Dim, Mono, Section, SegmentedField, TextField } from '../../ui/index.ts'
import type { RewriteRule } from './queries.ts'
import { useRewriteEngine } from './rewrite-engine.ts'
import { rewriteMessages } from './rewrite-messages.ts'
import styles from './rewrite-trial.module.css'

interface RewriteTrialProps {
  readonly rules: readonly RewriteRule[]
  /** Which rule decides, to point it out; -1 for none. Stable. */
  readonly onDecide: (index: number) => void
}

const actions = ['publish', 'subscribe'] as const

/** What becomes of a topic, worked out with the broker's own code. */
export function RewriteTrial({ rules, onDecide }: RewriteTrialProps) {
  const texts = useMessages(rewriteMessages)
  const faults = useMessages(topicFilterMessages)
  const [action, setAction] = useState<(typeof actions)[number]>('publish')
  const [topic, setTopic] = useState('')
  const [clientId, setClientId] = useState('c1')
  const [username, setUsername] = useState('')

  const engine = useRewriteEngine(topic !== '')
  const usable = useMemo(() => {
    const broken = new Set(engine?.checkRewriteRules(rules).map(({ index }) => index))
    return engine && rules.filter((_, index) => !broken.has(index)).map((rule) => engine.compileRule(rule))
  }, [engine, rules])
  const fault = topicFault(topic, action)
  const result = useMemo(() => {
    if (!engine || !usable || topic === '' || fault !== undefined) return undefined
    const client = { clientId, username: username || undefined }
    return engine.rewriteTopic(engine.rulesFor(usable, action), action, topic, client)
  }, [engine, usable, action, topic, fault, clientId, username])
  const decided = result?.rule ? rules.indexOf(result.rule.rule) : -1
  useEffect(() => onDecide(decided), [onDecide, decided])

  return (
    <Section title={texts.trial}>
      <p className={styles.note}>{texts.trialNote}</p>
      <div className={styles.fields}>
        <SegmentedField
          label={texts.action}
          value={action}
          onChange={setAction}
          options={actions.map((value) => ({ value, label: texts.actions[value] }))}
        />
        <TextField
          mono
          label={texts.topic}
          placeholder="x/y/1"
          autoComplete="off"
          value={topic}
          onChange={(event) => setTopic(event.currentTarget.value)}
          error={
            topic === '' || fault === undefined ? undefined : fault === 'noWildcard' ? texts.noWildcard : faults[fault]
          }
        />
        <TextField
          mono
          label={texts.clientid}
          autoComplete="off"
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        <TextField
          mono
          label={texts.username}
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
      </div>
      <div className={styles.result} role="status">
        {result ? <Outcome topic={topic} result={result} rule={decided + 1} /> : <Dim>{texts.typeTopic}</Dim>}
      </div>
    </Section>
  )
}

function Outcome({
  topic,
  result,
  rule,
}: {
  readonly topic: string
  readonly result: Rewriting
  readonly rule: number
}) {
  const texts = useMessages(rewriteMessages)
  const isOther = result.topic !== topic
  return (
    <>
      <span className={styles.topics}>
        <Mono>{topic}</Mono>
        {isOther ? (
          <>
            <IconArrowRight size={16} role="img" aria-label={texts.becomes} />
            <strong>
              <Mono>{result.topic}</Mono>
            </strong>
          </>
        ) : (
          <span>{texts.stays}</span>
        )}
      </span>
      <Dim>{whyOf(result, rule, texts.outcome)}</Dim>
    </>
  )
}

function whyOf(
  { rule: decided, kept, refused }: Rewriting,
  rule: number,
  texts: (typeof rewriteMessages)['en']['outcome'],
): string {
  if (!decided) return texts.none
  if (kept === 'expression') return texts.expression(rule)
  if (kept !== 'unusable') return texts.done(rule)
  return refused === undefined ? texts.wildcard(rule) : texts.unusable(rule, refused)
}

function topicFault(topic: string, action: (typeof actions)[number]) {
  const fault = filterFault(topic)
  if (action === 'publish' && /[+#]/.test(topic)) return 'noWildcard'
  return fault
}
