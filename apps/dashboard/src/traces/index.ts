/** Traces, for all pages from which one is begun with a click; the pages of traces themselves build on the same. */
export { conditionOf, nameFor, type TraceCondition } from './condition.ts'
export { createNewTrace, isFullRefusal, type NewTraceBody, tracesQuery } from './queries.ts'
export { TraceButton, useTraceItems } from './trace-button.tsx'
