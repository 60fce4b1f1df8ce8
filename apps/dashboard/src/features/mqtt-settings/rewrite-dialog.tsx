import { useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { DialogForm, Fields, SegmentedField, TemplateField, TextField } from '../../ui/index.ts'
import { ListDialog } from './list-dialog.tsx'
import type { ListItem } from './list-draft.ts'
import type { RewriteRule } from './queries.ts'
import { loadRewriteEngine, type RewriteEngine, useRewriteEngine } from './rewrite-engine.ts'
import { isSameRule } from './rewrite-flags.ts'
import { rewriteMessages } from './rewrite-messages.ts'

interface RewriteDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: ListItem<RewriteRule> | 'new' | undefined
  readonly others: readonly RewriteRule[]
  readonly onClose: () => void
  /** Changes the list without saving it. */
  readonly onApply: (rule: RewriteRule) => void
}

export function RewriteDialog({ edited, others, onClose, onApply }: RewriteDialogProps) {
  const texts = useMessages(rewriteMessages)
  return (
    <ListDialog edited={edited} blank={blank} titles={texts} onClose={onClose}>
      {(initial) => (
        <RuleForm
          initial={initial}
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
  readonly initial: RewriteRule
  readonly others: readonly RewriteRule[]
  readonly onClose: () => void
  readonly onApply: (rule: RewriteRule) => void
}

function RuleForm({ initial, others, onClose, onApply }: RuleFormProps) {
  const texts = useMessages(rewriteMessages)
  const [rule, setRule] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const check = useRuleCheck(rule, others)
  const engine = useRewriteEngine(true)
  const errors = isSubmitted ? check(engine) : {}
  const placeholders = usePlaceholders()
  const set = (change: Partial<RewriteRule>) => setRule({ ...rule, ...change })
  const apply = async () => {
    setSubmitted(true)
    const faults = check(await loadRewriteEngine().catch(() => undefined))
    if (Object.keys(faults).length === 0) onApply(rule)
  }
  return (
    <DialogForm onSubmit={() => void apply()} onCancel={onClose}>
      <Fields>
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
          error={errors.source_topic}
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
          error={errors.re}
        />
        <TemplateField
          required
          label={texts.target}
          description={texts.targetNote}
          placeholder="z/y/$1"
          placeholders={placeholders}
          value={rule.dest_topic}
          onChange={(dest_topic) => set({ dest_topic })}
          error={errors.dest_topic}
        />
      </Fields>
    </DialogForm>
  )
}

type RuleErrors = { readonly [field in keyof RewriteRule]?: string }

/** Checks the rule. Without the engine only some errors are detected. */
function useRuleCheck(rule: RewriteRule, others: readonly RewriteRule[]) {
  const texts = useMessages(rewriteMessages)
  const filterTexts = useMessages(topicFilterMessages)
  return (engine: RewriteEngine | undefined): RuleErrors => {
    const found = new Map(engine?.checkRewriteRules([rule]).map(({ field, reason }) => [field, reason]))
    const fault = filterFault(rule.source_topic)
    const isSame = others.some((other) => isSameRule(rule, other))
    const source =
      fault !== undefined ? filterTexts[fault] : found.has('source_topic') ? texts.sourceWithPrefix : undefined
    const re = rule.re === '' ? texts.required(texts.expression) : found.get('re')
    const target =
      rule.dest_topic === '' ? texts.required(texts.target) : found.has('dest_topic') ? texts.wildcardTarget : undefined
    return {
      ...(source !== undefined ? { source_topic: source } : isSame && { source_topic: texts.ruleTaken }),
      ...(re !== undefined && { re: rule.re === '' ? re : texts.badExpression(re) }),
      ...(target !== undefined && { dest_topic: target }),
    }
  }
}

function usePlaceholders() {
  const texts = useMessages(rewriteMessages)
  return useMemo(
    () => [
      { label: '${clientid}', detail: texts.clientId },
      { label: '${username}', detail: texts.username },
    ],
    [texts],
  )
}
