import { checkAccess } from './access-checks.ts'
import { checkDashboard } from './dashboard-checks.ts'
import type { Finding } from './finding.ts'
import { checkListeners } from './listener-checks.ts'
import type { messages } from './messages.ts'
import type { Facts } from './queries.ts'

export interface FindingGroup {
  readonly name: keyof (typeof messages)['en']['groups']
  readonly findings: readonly Finding[]
}

/** All checks, in the order of the page. */
export const checkAll = (facts: Facts): readonly FindingGroup[] => [
  { name: 'access', findings: checkAccess(facts) },
  { name: 'listeners', findings: checkListeners(facts) },
  { name: 'dashboard', findings: checkDashboard(facts) },
]
