/** Why a client is let in or refused, for all who ask: the page, and the forms of authenticators and sources. */
export { type Draft, ExplainTool } from './explain-tool.tsx'
export { useTryOut } from './use-try-out.tsx'
