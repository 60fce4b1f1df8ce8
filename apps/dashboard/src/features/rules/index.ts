/** The health of rules for the overview, and the parts of the editor for flows. */
export { ActionDialog } from './editor/action-dialog.tsx'
export { columnsOf } from './editor/columns.ts'
export { editorMessages } from './editor/editor-messages.ts'
export { titleOf } from './editor/example-list.tsx'
export { InputDialog } from './editor/input-dialog.tsx'
export { NewChannelDrawer } from './editor/new-channel-drawer.tsx'
export { RepublishDrawer } from './editor/republish-drawer.tsx'
export {
  bodyOf,
  draftOf,
  idPattern,
  newRuleId,
  type Output,
  outputId,
  type RuleDraft,
  toBeMade,
} from './editor/rule-draft.ts'
export { useRuleTools } from './editor/rule-tools.ts'
export { SqlSection } from './editor/sql-section.tsx'
export { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
export { outdatedByRules, ruleQuery, rulesQuery } from './queries.ts'
export { WatchedTest } from './runs/watched-test.tsx'
export { type RuleState, ruleStatesQuery } from './state-queries.ts'
export { SqlTest } from './test/sql-test.tsx'
export { contextOf } from './test/test-data.ts'
export { useTestRuns } from './test/use-test-runs.ts'
