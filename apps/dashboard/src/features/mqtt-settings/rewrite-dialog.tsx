import { useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import { SegmentedField, TemplateField, TextField } from '../../ui/index.ts'
import { ListDialog, ListDialogForm } from './list-dialog.tsx'
import type { Item } from './list-draft.ts'
import type { RewriteRule } from './queries.ts'
import { loadRewriteEngine, type RewriteEngine, useRewriteEngine } from './rewrite-engine.ts'
import { isSameRule } from './rewrite-flags.ts'
import { rewriteMessages } from './rewrite-messages.ts'

interface RewriteDialogProps {
  /** Undefined: closed. */
  readonly edited: Item<RewriteRule> | 'new' | undefined
  readonly others: readonly RewriteRule[]
  readonly onClose: () => void
  /** Into the list; nothing is saved yet. */
  readonly onApply: (rule: RewriteRule) => void
}

export function RewriteDialog({ edited, others, onClose, onApply }: RewriteDialogProps) {
  const texts = useMessages(rewriteMessages)
  return (
    <ListDialog edited={edited} blank={blank} titles={texts} onClose={onClose}>
      {(start) => (
        <RuleForm
          start={start}
          others={others}
          onClose={onClose}
          onApply={(rule) => {
            onApply(rule)
            onClose()
          }}
        />
      )}
    </ListDialog>
  )
}

const blank: RewriteRule = { action: 'all', source_topic: '', re: '', dest_topic: '' }
const actions = ['all', 'publish', 'subscribe'] as const

interface RuleFormProps {
  readonly start: RewriteRule
  readonly others: readonly RewriteRule[]
  readonly onClose: () => void
  readonly onApply: (rule: RewriteRule) => void
}

function RuleForm({ start, others, onClose, onApply }: RuleFormProps) {
  const texts = useMessages(rewriteMessages)
  const [rule, setRule] = useState(start)
  const [isTried, setTried] = useState(false)
  const judge = useRuleFaults(rule, others)
  const engine = useRewriteEngine(true)
  const shown = isTried ? judge(engine) : {}
  const placeholders = usePlaceholders()
  const set = (change: Partial<RewriteRule>) => setRule({ ...rule, ...change })
  const apply = async () => {
    setTried(true)
    const faults = judge(await loadRewriteEngine().catch(() => undefined))
    if (Object.keys(faults).length === 0) onApply(rule)
  }
  return (
    <ListDialogForm onSubmit={() => void apply()} onClose={onClose}>
      <SegmentedField
        label={texts.action}
        value={rule.action}
        onChange={(action) => set({ action })}
        options={actions.map((value) => ({ value, label: texts.actions[value] }))}
      />
      <TextField
        mono
        required
        label={texts.source}
        description={texts.sourceNote}
        placeholder="x/#"
        autoComplete="off"
        data-autofocus
        value={rule.source_topic}
        onChange={(event) => set({ source_topic: event.currentTarget.value })}
        error={shown.source_topic}
      />
      <TextField
        mono
        required
        label={texts.expression}
        description={texts.expressionNote}
        placeholder="^x/y/(.+)$"
        autoComplete="off"
        value={rule.re}
        onChange={(event) => set({ re: event.currentTarget.value })}
        error={shown.re}
      />
      <TemplateField
        required
        label={texts.target}
        description={texts.targetNote}
        placeholder="z/y/$1"
        placeholders={placeholders}
        value={rule.dest_topic}
        onChange={(dest_topic) => set({ dest_topic })}
        error={shown.dest_topic}
      />
    </ListDialogForm>
  )
}

type Faults = { readonly [field in keyof RewriteRule]?: string }

/** What is wrong with the rule, as far as it can be told without the engine. */
function useRuleFaults(rule: RewriteRule, others: readonly RewriteRule[]) {
  const texts = useMessages(rewriteMessages)
  const filterTexts = useMessages(topicFilterMessages)
  return (engine: RewriteEngine | undefined): Faults => {
    const found = new Map(engine?.checkRewriteRules([rule]).map(({ field, reason }) => [field, reason]))
    const fault = filterFault(rule.source_topic)
    const isSame = others.some((other) => isSameRule(rule, other))
    const source =
      fault !== undefined ? filterTexts[fault] : found.has('source_topic') ? texts.sourceWithPrefix : undefined
    const re = rule.re === '' ? texts.required(texts.expression) : found.get('re')
    const target =
      rule.dest_topic === '' ? texts.required(texts.target) : found.has('dest_topic') ? texts.wildcardTarget : undefined
    return {
      ...(source !== undefined ? { source_topic: source } : isSame && { source_topic: texts.exists }),
      ...(re !== undefined && { re: rule.re === '' ? re : texts.badExpression(re) }),
      ...(target !== undefined && { dest_topic: target }),
    }
  }
}

function usePlaceholders() {
  const texts = useMessages(rewriteMessages)
  return useMemo(
    () => [
      { label: '${clientid}', detail: texts.clientidHint },
      { label: '${username}', detail: texts.usernameHint },
    ],
    [texts],
  )
}
