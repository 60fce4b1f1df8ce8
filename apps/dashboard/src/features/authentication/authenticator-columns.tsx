import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type Column, Link, Switch } from '../../ui/index.ts'
import type { AuthenticatorActions } from './authenticator-actions.tsx'
import { MetricCell, StatusCell } from './authenticator-status.tsx'
import { messages } from './messages.ts'
import { useNameOf } from './use-names.ts'

interface Options {
  readonly isViewer: boolean
  readonly actions: AuthenticatorActions
}

export function useAuthenticatorColumns({ isViewer, actions }: Options) {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  return useMemo((): readonly Column<ListedAuthenticator>[] => {
    const { columns } = texts
    const figure = (of: 'success' | 'failed' | 'nomatch' | 'rate', hint: string): Column<ListedAuthenticator> => ({
      id: of,
      header: columns[of],
      hint,
      width: 90,
      align: 'end',
      cell: (one) => <MetricCell authenticator={one} of={of} />,
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
        header: columns.status,
        width: 180,
        cell: (one) => <StatusCell authenticator={one} name={nameOf(one)} />,
      },
      {
        id: 'enabled',
        header: columns.enabled,
        width: 80,
        cell: (one) => (
          <Switch
            aria-label={texts.enabledLabel(nameOf(one))}
            checked={one.enable !== false}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(one) : actions.disable(one))}
          />
        ),
      },
      figure('success', columns.successHint),
      figure('failed', columns.failedHint),
      figure('nomatch', columns.nomatchHint),
      figure('rate', columns.rateHint),
    ]
  }, [texts, nameOf, isViewer, actions])
}
