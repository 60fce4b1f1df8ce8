import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  QueryError,
  RefreshControl,
  StaleNotice,
  useChange,
  useData,
  useIsViewer,
  useOrder,
  useRowActions,
} from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  Link,
  Mono,
  OrderedTable,
  PageHeader,
  Switch,
  useGo,
} from '../../../ui/index.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { paths } from './paths.ts'
import { type Policy, type PolicyKind, type PolicyKindName, policyKinds } from './queries.ts'
import { usePolicyActions } from './use-policy-actions.ts'

export const ValidationsPage = () => <PoliciesPage kind="validation" />
export const TransformationsPage = () => <PoliciesPage kind="transformation" />

const nameOf = ({ name }: Policy) => name

function PoliciesPage({ kind }: { readonly kind: PolicyKindName }) {
  const texts = useMessages(policyMessages[kind])
  const go = useGo()
  const isViewer = useIsViewer()
  const definition: PolicyKind<Policy> = policyKinds[kind]
  const query = useData(definition.all, undefined)
  const { run: move } = useChange(definition.move)
  const order = useOrder({ rows: query.data, idOf: nameOf, save: move })
  const actions = usePolicyActions(kind)
  const rowAction = useRowActions()
  const columns = useColumns(kind, actions)
  const { rows } = order
  const isEmpty = rows?.length === 0
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: paths[kind].create })}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />
      <StaleNotice query={query} />
      <OrderedTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        onMove={isViewer ? undefined : order.move}
        rowActions={
          isViewer
            ? undefined
            : (policy, index) => [
                ...order.moveToEnds(index),
                rowAction.edit(() =>
                  go({ to: paths[kind].detail, params: { name: policy.name }, search: { tab: 'settings' } }),
                ),
                rowAction.duplicate(() => go({ to: paths[kind].create, search: { copy: policy.name } })),
                rowAction.delete(() => void actions.remove([policy])),
              ]
        }
        error={rows === undefined && query.error && <QueryError query={query} />}
        summary={rows && !isEmpty && texts.count(rows.length)}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} action={create} />}
      />
    </>
  )
}

function useColumns(kind: PolicyKindName, actions: ReturnType<typeof usePolicyActions>): readonly Column<Policy>[] {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  return useMemo(
    () => [
      {
        id: 'name',
        header: common.name,
        width: 190,
        cell: ({ name }) => (
          <Link to={paths[kind].detail} params={{ name }}>
            {name}
          </Link>
        ),
      },
      {
        id: 'topics',
        header: common.topics,
        width: 260,
        cell: ({ topics }) => <Mono truncate>{topics.join(', ')}</Mono>,
      },
      {
        id: 'parts',
        header: texts.parts,
        width: 110,
        align: 'end',
        cell: (policy) => format.number('checks' in policy ? policy.checks.length : policy.operations.length),
      },
      {
        id: 'failure',
        header: common.onFailure,
        width: 190,
        cell: ({ failure_action }) => failureText(common.failureActions, failure_action),
      },
      {
        id: 'enabled',
        header: common.enabledLabel,
        width: 90,
        cell: (policy) => (
          <Switch
            aria-label={common.enableNamed(policy.name)}
            checked={policy.enable}
            disabled={isViewer}
            onChange={(checked) => void (checked ? actions.enable(policy) : actions.disable(policy))}
          />
        ),
      },
    ],
    [kind, texts, common, format, isViewer, actions],
  )
}

/** A newer broker may have other actions. */
export const failureText = (names: Readonly<Record<string, string>>, action: string): string => names[action] ?? action
