import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { chainMessages } from '../../data/chain/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type Column, Link, Switch } from '../../ui/index.ts'
import { isOn } from './kinds.ts'
import { messages } from './messages.ts'
import { SourceFigure, SourceStatusCell } from './source-status.tsx'
import { useNameOf } from './use-name-of.ts'
import type { SourceActions } from './use-source-actions.ts'

interface Options {
  readonly isViewer: boolean
  readonly actions: SourceActions
}

export function useSourceColumns({ isViewer, actions }: Options) {
  const { columns } = useMessages(messages)
  const common = useMessages(chainMessages)
  const nameOf = useNameOf()
  return useMemo((): readonly Column<AuthorizationSource>[] => {
    const figure = (
      of: 'allow' | 'deny' | 'nomatch' | 'rate',
      header: string,
      hint: string,
    ): Column<AuthorizationSource> => ({
      id: of,
      header,
      hint,
      width: 90,
      align: 'end',
      cell: (one) => <SourceFigure source={one} of={of} />,
    })
    return [
      {
        id: 'name',
        header: columns.name,
        width: 220,
        cell: (one) => (
          <Link to="/authorization/detail/$type" params={{ type: one.type }}>
            {nameOf(one)}
          </Link>
        ),
      },
      { id: 'status', header: common.columns.status, width: 180, cell: (one) => <SourceStatusCell source={one} /> },
      {
        id: 'enabled',
        header: common.columns.enabled,
        width: 80,
        cell: (one) => (
          <Switch
            aria-label={common.enabledLabel(nameOf(one))}
            checked={isOn(one)}
            disabled={isViewer}
            onChange={(on) => void (on ? actions.enable(one) : actions.disable(one))}
          />
        ),
      },
      figure('allow', columns.allow, columns.allowHint),
      figure('deny', columns.deny, columns.denyHint),
      figure('nomatch', columns.nomatch, columns.nomatchHint),
      figure('rate', common.columns.rate, common.rateHint),
    ]
  }, [columns, common, nameOf, isViewer, actions])
}
