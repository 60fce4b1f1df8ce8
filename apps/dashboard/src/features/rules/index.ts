/** The health of rules, for the overview. Loads no page of rules. */
export { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
