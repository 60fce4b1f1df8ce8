/** Topic rewrite code that the dashboard uses, too, so that its test page has the same result as the broker. */
export { type RewriteAction, type Rewriting, rewriteTopic, rulesFor } from './rewrite.ts'
export {
  type CompiledRewrite,
  checkRewriteRules,
  compileRule,
  type RewriteRule,
  type RewriteRuleProblem,
} from './rules.ts'
