import type { ListedAuthenticator } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { MetricCell, StatusCell } from '../chain/index.ts'
import { hasNoBackend } from './kinds.ts'
import { statusQuery } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

/** Only loaded for enabled authenticators. */
export const useStatus = ({ id, enable = true }: ListedAuthenticator) =>
  useData(statusQuery, { id }, { enabled: enable })

interface CellProps {
  readonly authenticator: ListedAuthenticator
}

export function AuthenticatorStatusCell({ authenticator }: CellProps) {
  const nameOf = useNameOf()
  return (
    <StatusCell
      query={useStatus(authenticator)}
      isEnabled={authenticator.enable !== false}
      hasNoBackend={hasNoBackend(authenticator)}
      name={nameOf(authenticator)}
    />
  )
}

interface MetricProps extends CellProps {
  readonly metric: 'success' | 'failed' | 'nomatch' | 'rate'
}

export function AuthenticatorMetric({ authenticator, metric }: MetricProps) {
  return <MetricCell query={useStatus(authenticator)} isEnabled={authenticator.enable !== false} metric={metric} />
}
