/** The health of rules for the overview, and the parts of the editor for flows. */
export { ActionDialog } from './editor/action-dialog.tsx'
export { columnsOf } from './editor/columns.ts'
export { type DraftEditorProps, Identity, SaveBar, useSaving } from './editor/editor-frame.tsx'
export { editorMessages } from './editor/editor-messages.ts'
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
  withoutDrafts,
} from './editor/rule-draft.ts'
export { useRuleTools } from './editor/rule-tools.ts'
export { SqlSection } from './editor/sql-section.tsx'
export { useSavedRule } from './editor/use-saved-rule.tsx'
export { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
export { outdatedByRules, retainedSampleQuery, ruleQuery, type TestContext } from './queries.ts'
export { WatchedTest } from './runs/watched-test.tsx'
export { SqlTest } from './test/sql-test.tsx'
export type { TestOutcome } from './test/test-cases.ts'
export { useTestRuns } from './test/use-test-runs.ts'
