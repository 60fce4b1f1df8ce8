import type { Rewriting } from '@mqdeck/broker/rewrite'
import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { Dim, Mono, Section, SegmentedField, TextField } from '../../ui/index.ts'
import type { RewriteRule } from './queries.ts'
import { useRewriteEngine } from './rewrite-engine.ts'
import { rewriteMessages } from './rewrite-messages.ts'
import styles from './rewrite-tester.module.css'

interface RewriteTesterProps {
  readonly rules: readonly RewriteRule[]
  /** Called with the index of the rule that applies, or -1. Must be stable. */
  readonly onApplied: (index: number) => void
}

const actions = ['publish', 'subscribe'] as const

/** Tests the rules on a topic, with the rewrite code of the broker. */
export function RewriteTester({ rules, onApplied }: RewriteTesterProps) {
  const texts = useMessages(rewriteMessages)
  const faultTexts = useMessages(topicFilterMessages)
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
  const appliedRule = result?.rule ? rules.indexOf(result.rule.rule) : -1
  useEffect(() => onApplied(appliedRule), [onApplied, appliedRule])

  return (
    <Section title={texts.test}>
      <p className={styles.note}>{texts.testNote}</p>
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
            topic === '' || fault === undefined
              ? undefined
              : fault === 'noWildcard'
                ? texts.noWildcard
                : faultTexts[fault]
          }
        />
        <TextField
          mono
          label={texts.clientId}
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
        {result ? <TestResult topic={topic} result={result} rule={appliedRule + 1} /> : <Dim>{texts.enterTopic}</Dim>}
      </div>
    </Section>
  )
}

function TestResult({
  topic,
  result,
  rule,
}: {
  readonly topic: string
  readonly result: Rewriting
  readonly rule: number
}) {
  const texts = useMessages(rewriteMessages)
  const isRewritten = result.topic !== topic
  return (
    <>
      <span className={styles.topics}>
        <Mono>{topic}</Mono>
        {isRewritten ? (
          <>
            <IconArrowRight size={16} role="img" aria-label={texts.rewrittenTo} />
            <strong>
              <Mono>{result.topic}</Mono>
            </strong>
          </>
        ) : (
          <span>{texts.unchanged}</span>
        )}
      </span>
      <Dim>{explanationOf(result, rule, texts.testResults)}</Dim>
    </>
  )
}

function explanationOf(
  { rule: applied, kept, refused }: Rewriting,
  rule: number,
  texts: (typeof rewriteMessages)['en']['testResults'],
): string {
  if (!applied) return texts.none
  if (kept === 'expression') return texts.expression(rule)
  if (kept !== 'unusable') return texts.rewritten(rule)
  return refused === undefined ? texts.wildcard(rule) : texts.unusable(rule, refused)
}

function topicFault(topic: string, action: (typeof actions)[number]) {
  const fault = filterFault(topic)
  if (action === 'publish' && /[+#]/.test(topic)) return 'noWildcard'
  return fault
}
