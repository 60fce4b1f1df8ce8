/** Starting and listing traces, for the trace pages and for pages that start a trace with one click. */
export { conditionOf, type TraceCondition } from './condition.ts'
export { createNewTrace, tracesQuery } from './queries.ts'
export { TraceButton, useTraceItems } from './trace-button.tsx'
