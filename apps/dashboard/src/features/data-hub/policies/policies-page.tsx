import { useMemo } from 'react'
import { OrderedPage, useIsViewer, useRowActions } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type Column, Link, Mono, Switch, useGo } from '../../../ui/index.ts'
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
  const definition: PolicyKind<Policy> = policyKinds[kind]
  const actions = usePolicyActions(kind)
  const rowAction = useRowActions()
  return (
    <OrderedPage
      query={definition.all}
      move={definition.move}
      nameOf={nameOf}
      texts={texts}
      columns={useColumns(kind, actions)}
      create={{ label: texts.create, target: { to: paths[kind].create } }}
      rowActions={(policy) => [
        rowAction.edit(() =>
          go({ to: paths[kind].detail, params: { name: policy.name }, search: { tab: 'settings' } }),
        ),
        rowAction.duplicate(() => go({ to: paths[kind].create, search: { copy: policy.name } })),
        rowAction.delete(() => void actions.remove([policy])),
      ]}
    />
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
