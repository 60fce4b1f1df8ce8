import { useFormat, useMessages } from '../../../i18n/index.ts'
import { rulePages } from '../../integrations/index.ts'
import { checkOf } from './check.ts'
import type { Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { useRuleHealth } from './rule-health.ts'

const criticalShare = 0.5

/** @param affected rules of connectors that are down, whose failed actions are not reported separately */
export function useRuleCheck(affected: ReadonlySet<string>): Check {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  return checkOf(useRuleHealth(), (failing) =>
    failing
      .filter(({ id, what }) => what === 'sql' || !affected.has(id))
      .map(({ id, what, share, failure }) => ({
        id: `rule:${id}`,
        severity: share >= criticalShare ? 'critical' : 'warning',
        title: texts.ruleFails(id, format.percent(share)),
        facts: [texts.failures[what], ...(failure ? [failure.reason] : [])],
        since: failure?.first_at,
        target: { to: rulePages.detail, params: { id } },
      })),
  )
}
