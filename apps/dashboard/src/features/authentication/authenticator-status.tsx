import type { ListedAuthenticator } from '@mqdeck/contract'
import { FigureCell, StatusCell } from '../../data/chain/index.ts'
import { useData } from '../../data/index.ts'
import { isInside } from './kinds.ts'
import { statusQuery } from './queries.ts'
import { useNameOf } from './use-names.ts'

/** Of an authenticator that is on; one that is off is asked about by nobody. */
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
      isOn={authenticator.enable !== false}
      isInside={isInside(authenticator)}
      name={nameOf(authenticator)}
    />
  )
}

interface FigureProps extends CellProps {
  readonly of: 'success' | 'failed' | 'nomatch' | 'rate'
}

export function AuthenticatorFigure({ authenticator, of }: FigureProps) {
  return <FigureCell query={useStatus(authenticator)} isOn={authenticator.enable !== false} of={of} />
}
