/** Explains the decision for a client. Used by its own page and by the forms of authenticators and sources. */
export { type Draft, ExplainTool } from './explain-tool.tsx'
export { useTryOut } from './use-try-out.tsx'
