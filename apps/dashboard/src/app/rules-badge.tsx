import { useAdditions } from '../api/index.ts'
import { useFailingRules } from '../features/overview/attention/rule-health.ts'
import { useMessages } from '../i18n/index.ts'
import { Badge } from './badge.tsx'
import { shellMessages } from './messages.ts'

/** Number of failing rules, once it is known which API has them. */
export function RulesBadge() {
  return useAdditions() !== undefined ? <FailingRules /> : null
}

function FailingRules() {
  const { failingRules } = useMessages(shellMessages)
  const count = useFailingRules()?.length ?? 0
  return <Badge count={count} label={failingRules(count)} />
}
