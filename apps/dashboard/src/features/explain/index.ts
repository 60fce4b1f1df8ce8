/** Explains the decision for a client. Used by its own page and by the forms of authenticators and sources. */

export { mechanismMessages, useAuthenticatorName } from './authenticator-name.ts'
export { type Draft, ExplainTool } from './explain-tool.tsx'
export { explainMessages } from './messages.ts'
export { useStepName } from './use-step-name.ts'
export { useTryOut } from './use-try-out.tsx'
