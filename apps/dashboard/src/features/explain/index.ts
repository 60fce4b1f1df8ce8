/** Explains the decision for a client. Used by its own page and by the forms of authenticators and sources. */
export type { Draft } from './explain-tool.tsx'
export { explainMessages } from './messages.ts'
export { useStepName } from './step-names.ts'
export { useTryOut } from './use-try-out.tsx'
