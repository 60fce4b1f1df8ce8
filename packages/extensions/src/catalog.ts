/** For browsers as well: what a page tries out is what the broker does. */

export { maxAutoSubscribeTopics } from './auto-subscribe/limits.ts'
export { maxRewriteRules } from './topic-rewrite/limits.ts'
export { type RewriteAction, type Rewriting, rewriteTopic, rulesFor } from './topic-rewrite/rewrite.ts'
export {
  type CompiledRule,
  checkRewriteRules,
  compileRule,
  type RewriteRule,
  type RewriteRuleProblem,
} from './topic-rewrite/rules.ts'
