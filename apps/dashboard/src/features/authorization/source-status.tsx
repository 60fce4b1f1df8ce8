import type { AuthorizationSource } from '@mqdeck/contract'
import { FigureCell, StatusCell } from '../../data/chain/index.ts'
import { useData } from '../../data/index.ts'
import { isInside, isOn } from './kinds.ts'
import { statusQuery } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

/** Of a source that is on; one that is off is asked about by nobody. */
export const useStatus = (source: AuthorizationSource) =>
  useData(statusQuery, { type: source.type }, { enabled: isOn(source) })

interface CellProps {
  readonly source: AuthorizationSource
}

export function SourceStatusCell({ source }: CellProps) {
  const nameOf = useNameOf()
  return <StatusCell query={useStatus(source)} isOn={isOn(source)} isInside={isInside(source)} name={nameOf(source)} />
}

interface FigureProps extends CellProps {
  readonly of: 'allow' | 'deny' | 'nomatch' | 'rate'
}

export function SourceFigure({ source, of }: FigureProps) {
  return <FigureCell query={useStatus(source)} isOn={isOn(source)} of={of} />
}
