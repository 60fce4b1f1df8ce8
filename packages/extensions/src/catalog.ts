/** How topics are rewritten, for browsers as well: what a page tries out is what the broker does. */

export { type RewriteAction, type Rewriting, rewriteTopic, rulesFor } from './topic-rewrite/rewrite.ts'
export {
  type CompiledRule,
  checkRewriteRules,
  compileRule,
  type RewriteRule,
  type RewriteRuleProblem,
} from './topic-rewrite/rules.ts'
