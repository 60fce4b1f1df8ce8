import type { Rule } from '@mqdeck/contract'
import { useChange } from '../../../api/index.ts'
import { draftOf, withoutDrafts } from './rule-draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { updateRuleWithAll } from './save-queries.ts'
import { useSavedRule } from './use-saved-rule.tsx'

/** Edits an existing rule. */
export function EditRule({ rule, readOnly }: { readonly rule: Rule; readonly readOnly: boolean }) {
  const { run } = useChange(updateRuleWithAll)
  return <RuleEditor {...useSavedRule(rule, { draftOf, save: run, afterSaving: withoutDrafts })} readOnly={readOnly} />
}
