import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { chainMessages } from '../../data/chain/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type Column, Link, Switch } from '../../ui/index.ts'
import type { AuthenticatorActions } from './authenticator-actions.tsx'
import { AuthenticatorFigure, AuthenticatorStatusCell } from './authenticator-status.tsx'
import { messages } from './messages.ts'
import { useNameOf } from './use-names.ts'

interface Options {
  readonly isViewer: boolean
  readonly actions: AuthenticatorActions
}

export function useAuthenticatorColumns({ isViewer, actions }: Options) {
  const { columns } = useMessages(messages)
  const common = useMessages(chainMessages)
  const nameOf = useNameOf()
  return useMemo((): readonly Column<ListedAuthenticator>[] => {
    const figure = (
      of: 'success' | 'failed' | 'nomatch' | 'rate',
      header: string,
      hint: string,
    ): Column<ListedAuthenticator> => ({
      id: of,
      header,
      hint,
      width: 90,
      align: 'end',
      cell: (one) => <AuthenticatorFigure authenticator={one} of={of} />,
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
        header: common.columns.status,
        width: 180,
        cell: (one) => <AuthenticatorStatusCell authenticator={one} />,
      },
      {
        id: 'enabled',
        header: common.columns.enabled,
        width: 80,
        cell: (one) => (
          <Switch
            aria-label={common.enabledLabel(nameOf(one))}
            checked={one.enable !== false}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(one) : actions.disable(one))}
          />
        ),
      },
      figure('success', columns.success, columns.successHint),
      figure('failed', columns.failed, columns.failedHint),
      figure('nomatch', columns.nomatch, columns.nomatchHint),
      figure('rate', common.columns.rate, common.rateHint),
    ]
  }, [columns, common, nameOf, isViewer, actions])
}
