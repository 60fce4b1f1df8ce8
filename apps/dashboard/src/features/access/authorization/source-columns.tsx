import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, Link, Switch } from '../../../ui/index.ts'
import { chainMessages } from '../chain/index.ts'
import { isEnabled } from './kinds.ts'
import { messages } from './messages.ts'
import { SourceMetric, SourceStatusCell } from './source-status.tsx'
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
    const metricColumn = (
      metric: 'allow' | 'deny' | 'nomatch' | 'rate',
      header: string,
      hint: string,
    ): Column<AuthorizationSource> => ({
      id: metric,
      header,
      hint,
      width: 90,
      align: 'end',
      cell: (one) => <SourceMetric source={one} metric={metric} />,
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
      { id: 'status', header: common.status, width: 180, cell: (one) => <SourceStatusCell source={one} /> },
      {
        id: 'enabled',
        header: common.enabled,
        width: 80,
        cell: (one) => (
          <Switch
            aria-label={common.enableNamed(nameOf(one))}
            checked={isEnabled(one)}
            disabled={isViewer}
            onChange={(checked) => void (checked ? actions.enable(one) : actions.disable(one))}
          />
        ),
      },
      metricColumn('allow', columns.allow, columns.allowHint),
      metricColumn('deny', columns.deny, columns.denyHint),
      metricColumn('nomatch', columns.nomatch, columns.nomatchHint),
      metricColumn('rate', common.perSecond, common.rateHint),
    ]
  }, [columns, common, nameOf, isViewer, actions])
}
