export { columnHelp } from './columns.ts'
export { sampleOf } from './sample.ts'
export { eventOfSource, eventOfType, type RuleEventKind, ruleEvents } from './table.ts'
