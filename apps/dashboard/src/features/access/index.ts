/** Parts for authenticators of gateways. Loaded with their pages, so routes must not import it. */
export { useFormParts } from './authentication/form-parts.ts'
export { warningOf } from './authentication/form-warning.ts'
export { hasUsers, manifestOf, typeOf } from './authentication/kinds.ts'
export { messages as authenticatorMessages } from './authentication/messages.ts'
export { type UserCalls, userQueryOf } from './authentication/users/queries.ts'
export { UsersTab } from './authentication/users/users-tab.tsx'
