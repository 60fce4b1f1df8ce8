import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { QueryError, StaleNotice, useChange, useData, useIsViewer, useOrder } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  Link,
  MarkedName,
  Notice,
  OrderedTable,
  PageHeader,
  Stack,
  Switch,
  useGo,
} from '../../../ui/index.ts'
import { explainMessages } from '../../explain/index.ts'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import { MetricCell, StatusCell } from './chain-status.tsx'
import { chainMessages } from './messages.ts'
import { type MemberActions, useMemberActions } from './use-member-actions.tsx'

interface ChainPageProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  /** Below the table, if the chain is not empty. */
  readonly footer?: ReactNode
}

/** The members of a chain in their order. */
export function ChainPage<Member extends ChainMember, Result extends string>(props: ChainPageProps<Member, Result>) {
  const { kind, footer } = props
  const common = useMessages(chainMessages)
  const { explainAccess } = useMessages(explainMessages)
  const texts = kind.useTexts()
  const ifEmpty = kind.useTextsIfEmpty()
  const nameOf = kind.useNameOf()
  const go = useGo()
  const isViewer = useIsViewer()
  const chain = useData(kind.chainQuery, undefined)
  const actions = useMemberActions(kind)
  const columns = useMemberColumns(kind, actions)
  const { run: saveOrder } = useChange(kind.saveOrder)
  const { rows, move, moveToEnds } = useOrder({
    rows: chain.data,
    idOf: kind.idOf,
    save: ({ ids }) => saveOrder(ids),
  })
  const hasRows = rows !== undefined && rows.length > 0
  const createButton = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: kind.createPath })}>
      {texts.newMember}
    </Button>
  )
  const header = {
    description: texts.description,
    actions: !isViewer && (
      <>
        <Button onClick={() => go({ to: '/explain' })}>{explainAccess}</Button>
        {hasRows && createButton}
      </>
    ),
  }
  const rowActions = (one: Member, index: number) => {
    const id = kind.idOf(one)
    const openTab = (tab: string) => go({ ...kind.memberPage(id), search: { tab } })
    return [
      ...moveToEnds(index),
      { label: common.settings, onSelect: () => openTab('settings') },
      ...(kind.hasData(id) ? [{ label: texts.dataTab, onSelect: () => openTab(kind.dataTab) }] : []),
      { label: common.delete, danger: true, onSelect: () => void actions.delete(one) },
    ]
  }
  return (
    <>
      <PageHeader {...header} />
      <StaleNotice query={chain} />
      <Stack gap={4}>
        {hasRows && !rows.some(isEnabled) && <Notice tone="amber">{ifEmpty.allDisabled}</Notice>}
        <OrderedTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={kind.idOf}
          rowName={(one) => nameOf(kind.idOf(one))}
          onMove={isViewer ? undefined : move}
          rowActions={isViewer ? undefined : rowActions}
          error={rows === undefined && chain.error && <QueryError query={chain} />}
          summary={hasRows ? texts.count(rows.length) : undefined}
          empty={<EmptyState title={ifEmpty.empty} hint={ifEmpty.emptyHint} action={createButton} />}
        />
        {hasRows && footer}
      </Stack>
    </>
  )
}

function useMemberColumns<Member extends ChainMember, Result extends string>(
  kind: ChainKind<Member, Result>,
  actions: MemberActions<Member>,
): readonly Column<Member>[] {
  const common = useMessages(chainMessages)
  const { member: memberHeader, results } = kind.useTexts()
  const nameOf = kind.useNameOf()
  const isViewer = useIsViewer()
  const metricColumn = (metric: Result | 'rate', header: string, hint: string): Column<Member> => ({
    id: metric,
    header,
    hint,
    width: 90,
    align: 'end',
    cell: (one) => <MetricCell kind={kind} member={one} metric={metric} />,
  })
  return [
    {
      id: 'name',
      header: memberHeader,
      width: 220,
      cell: (one) => {
        const manifest = kind.manifestOf(kind.idOf(one))
        const link = <Link {...kind.memberPage(kind.idOf(one))}>{nameOf(kind.idOf(one))}</Link>
        return manifest ? <MarkedName type={manifest}>{link}</MarkedName> : link
      },
    },
    { id: 'status', header: common.status, width: 180, cell: (one) => <StatusCell kind={kind} member={one} /> },
    {
      id: 'enabled',
      header: common.enabled,
      width: 80,
      cell: (one) => (
        <Switch
          aria-label={common.enableNamed(nameOf(kind.idOf(one)))}
          checked={isEnabled(one)}
          disabled={isViewer}
          onChange={(checked) => void (checked ? actions.enable(one) : actions.disable(one))}
        />
      ),
    },
    ...kind.results.map((result) => metricColumn(result, results[result].label, results[result].hint)),
    metricColumn('rate', common.perSecond, common.rateHint),
  ]
}
