import type { AuthorizationSource } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { MetricCell, StatusCell } from '../chain/index.ts'
import { hasNoBackend, isEnabled } from './kinds.ts'
import { statusQuery } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

/** Only loaded for enabled sources. */
export const useStatus = (source: AuthorizationSource) =>
  useData(statusQuery, { type: source.type }, { enabled: isEnabled(source) })

interface CellProps {
  readonly source: AuthorizationSource
}

export function SourceStatusCell({ source }: CellProps) {
  const nameOf = useNameOf()
  return (
    <StatusCell
      query={useStatus(source)}
      isEnabled={isEnabled(source)}
      hasNoBackend={hasNoBackend(source)}
      name={nameOf(source)}
    />
  )
}

interface MetricProps extends CellProps {
  readonly metric: 'allow' | 'deny' | 'nomatch' | 'rate'
}

export function SourceMetric({ source, metric }: MetricProps) {
  return <MetricCell query={useStatus(source)} isEnabled={isEnabled(source)} metric={metric} />
}
