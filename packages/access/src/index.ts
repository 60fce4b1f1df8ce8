export { type Authentication, type AuthenticationOptions, createAuthentication } from './authn/authentication.ts'
export { openBuiltInUsers } from './authn/built-in-database/runtime.ts'
export type { AuthnMember, AuthnMetrics, AuthnStep } from './authn/chain.ts'
export { readUserList, readUsersFile } from './authn/import/read-users.ts'
export type { AuthnImportResult, AuthnUser, AuthnUsers } from './authn/port.ts'
export { openScramUsers, type StoredScramPassword } from './authn/scram/runtime.ts'
export type { StoredUser, UserTable } from './authn/stored-users.ts'
export {
  type Authorization,
  type AuthorizationOptions,
  type AuthzExplanation,
  createAuthorization,
} from './authz/authorization.ts'
export {
  type OwnedRules,
  openStoredRules,
  type RuleOwner,
  type StoredRules,
} from './authz/built-in-database/stored-rules.ts'
export type { AuthzMember, AuthzMetrics, AuthzStep } from './authz/chain.ts'
export type { CachedDecision } from './authz/decision-cache.ts'
export { parseAcl } from './authz/file/parse-acl.ts'
export { rulesOf } from './authz/file/runtime.ts'
export type { AuthzSource } from './authz/port.ts'
export { isSystemTopic, protectSystemTopics } from './authz/system-topics.ts'
export {
  createFlapping,
  type Flapping,
  type FlappingBan,
  type FlappingOptions,
  type FlappingSettings,
  type ZonedFlappingSettings,
} from './flapping/flapping.ts'
export { MemberError } from './member-error.ts'
export type { MemberListener } from './member-states.ts'
export type { StoredPassword } from './passwords/verify.ts'
