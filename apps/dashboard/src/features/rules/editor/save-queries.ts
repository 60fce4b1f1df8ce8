import { createRule, type Rule, updateRule } from '@mqdeck/contract'
import { defineChange } from '../../../api/index.ts'
import { changeTogether, ruleSettingsOf } from '../../integrations/index.ts'
import { outdatedByRules } from '../queries.ts'
import { bodyOf, type RuleDraft, toBeMade } from './rule-draft.ts'

const outdated = [...outdatedByRules, { name: 'connectors' }, { name: 'connector' }]

/** Creates a rule with its new actions and connectors. If one fails, nothing is created. */
export const createRuleWithAll = defineChange<RuleDraft, unknown>({
  apply: (call, draft) => {
    const body = { id: draft.id, ...bodyOf(draft), enable: true }
    const { connectors, actions } = toBeMade(draft.outputs)
    return actions.length === 0
      ? call(createRule, { body })
      : changeTogether(call, { create: { connectors: [...connectors], actions: [...actions], rules: [body] } })
  },
  invalidates: outdated,
})

/**
 * Saves the edited fields and keeps all others, such as metadata. If a new action or connector fails, nothing is saved.
 */
export const updateRuleWithAll = defineChange<{ readonly draft: RuleDraft; readonly rule: Rule }, unknown>({
  apply: async (call, { draft, rule }) => {
    const body = { ...ruleSettingsOf(rule), ...bodyOf(draft) }
    const { connectors, actions } = toBeMade(draft.outputs)
    if (actions.length === 0) return call(updateRule, { params: { id: rule.id }, body })
    return changeTogether(call, {
      create: { connectors: [...connectors], actions: [...actions] },
      update: { rules: [{ ...body, id: rule.id }] },
    })
  },
  invalidates: outdated,
})
