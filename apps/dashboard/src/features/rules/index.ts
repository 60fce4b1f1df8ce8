/**
 * State of rules for the overview and the navigation. `ruleStatesQuery` reads all rules, in front of this broker with
 * one request. Loads no page of rules.
 *
 * ```tsx
 * const failing = useData(ruleStatesQuery, undefined).data?.states.filter(({ health }) => health.state === 'failing')
 * ```
 */
export { type HealthCounters, type RuleHealth, ruleHealth } from './health.ts'
export { type RuleState, type RuleStates, ruleStatesQuery } from './state-queries.ts'
