/** EMQX's ACL text and its rules, for browsers as well: a page tests rules with the code of the broker. */

export { defaultRules } from './authz/file/default-rules.ts'
export {
  type AclText,
  commentsOfRules,
  withMovedRule,
  withNewRule,
  withoutRule,
  withRule,
} from './authz/file/edit-acl.ts'
export { type AclFile, type AclProblem, type PlacedRule, parseAcl } from './authz/file/parse-acl.ts'
export { isForEverything, printRule, printWho } from './authz/file/print-acl.ts'
export type { Span } from './authz/file/terms.ts'
export { type CompiledAclRule, compileRule, matchRules } from './authz/rules/compile.ts'
export {
  type AclAction,
  type AclRule,
  anyQos,
  everyone,
  type Subject,
  type TextTest,
  type TopicPattern,
  type Who,
} from './authz/rules/rule.ts'
