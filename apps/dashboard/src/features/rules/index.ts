/** The health of rules, for the overview and the navigation. Small, so that they load no page of rules. */
export { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
