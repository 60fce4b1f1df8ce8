import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, Link, Switch } from '../../../ui/index.ts'
import { chainMessages } from '../chain/index.ts'
import type { AuthenticatorActions } from './authenticator-actions.tsx'
import { AuthenticatorMetric, AuthenticatorStatusCell } from './authenticator-status.tsx'
import { messages } from './messages.ts'
import { useNameOf } from './use-name-of.ts'

interface Options {
  readonly isViewer: boolean
  readonly actions: AuthenticatorActions
}

export function useAuthenticatorColumns({ isViewer, actions }: Options) {
  const { columns } = useMessages(messages)
  const common = useMessages(chainMessages)
  const nameOf = useNameOf()
  return useMemo((): readonly Column<ListedAuthenticator>[] => {
    const metricColumn = (
      metric: 'success' | 'failed' | 'nomatch' | 'rate',
      header: string,
      hint: string,
    ): Column<ListedAuthenticator> => ({
      id: metric,
      header,
      hint,
      width: 90,
      align: 'end',
      cell: (one) => <AuthenticatorMetric authenticator={one} metric={metric} />,
    })
    return [
      {
        id: 'name',
        header: columns.name,
        width: 220,
        cell: (one) => (
          <Link to="/authentication/detail/$id" params={{ id: one.id }}>
            {nameOf(one)}
          </Link>
        ),
      },
      {
        id: 'status',
        header: common.status,
        width: 180,
        cell: (one) => <AuthenticatorStatusCell authenticator={one} />,
      },
      {
        id: 'enabled',
        header: common.enabled,
        width: 80,
        cell: (one) => (
          <Switch
            aria-label={common.enableNamed(nameOf(one))}
            checked={one.enable !== false}
            disabled={isViewer}
            onChange={(isEnabled) => void (isEnabled ? actions.enable(one) : actions.disable(one))}
          />
        ),
      },
      metricColumn('success', columns.success, columns.successHint),
      metricColumn('failed', columns.failed, columns.failedHint),
      metricColumn('nomatch', columns.nomatch, columns.nomatchHint),
      metricColumn('rate', common.perSecond, common.rateHint),
    ]
  }, [columns, common, nameOf, isViewer, actions])
}
