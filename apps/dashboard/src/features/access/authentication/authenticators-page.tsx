import type { ListedAuthenticator } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { QueryError, StaleNotice, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, EmptyState, Notice, OrderedTable, PageHeader, Stack, useGo } from '../../../ui/index.ts'
import { explainMessages } from '../../explain/index.ts'
import { chainMessages, useOrder } from '../chain/index.ts'
import { useAuthenticatorActions } from './authenticator-actions.tsx'
import { useAuthenticatorColumns } from './authenticator-columns.tsx'
import { hasUsers } from './kinds.ts'
import { messages } from './messages.ts'
import { authenticatorsQuery, saveOrder } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

const idOf = ({ id }: ListedAuthenticator) => id

export default function AuthenticatorsPage() {
  const texts = useMessages(messages)
  const common = useMessages(chainMessages)
  const { explainAccess } = useMessages(explainMessages)
  const nameOf = useNameOf()
  const go = useGo()
  const isViewer = useIsViewer()
  const chain = useData(authenticatorsQuery, undefined)
  const actions = useAuthenticatorActions(chain.data)
  const columns = useAuthenticatorColumns({ isViewer, actions })
  const { rows, move, moveToEnds } = useOrder({ chain: chain.data, idOf, change: saveOrder })
  const isAllDisabled = rows !== undefined && rows.length > 0 && rows.every(({ enable }) => enable === false)
  const explainButton = !isViewer && <Button onClick={() => go({ to: '/explain' })}>{explainAccess}</Button>
  const createButton = !isViewer && (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ to: '/authentication/create' })}
    >
      {texts.createAuthenticator}
    </Button>
  )
  const rowActions = (one: ListedAuthenticator, index: number) => [
    ...moveToEnds(index),
    { label: common.settings, onSelect: () => openTab(one, 'settings') },
    ...(hasUsers(one) ? [{ label: texts.users, onSelect: () => openTab(one, 'users') }] : []),
    { label: common.delete, danger: true, onSelect: () => void actions.delete(one) },
  ]
  const openTab = ({ id }: ListedAuthenticator, tab: string) =>
    go({ to: '/authentication/detail/$id', params: { id }, search: { tab } })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            {explainButton}
            {rows && rows.length > 0 && createButton}
          </>
        }
      />
      <StaleNotice query={chain} />
      <Stack gap={4}>
        {isAllDisabled && <Notice tone="amber">{texts.allDisabled}</Notice>}
        <OrderedTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowName={nameOf}
          onMove={isViewer ? undefined : move}
          rowActions={isViewer ? undefined : rowActions}
          error={rows === undefined && chain.error && <QueryError query={chain} />}
          summary={rows && rows.length > 0 ? texts.count(rows.length) : undefined}
          empty={<EmptyState title={texts.empty} hint={texts.emptyHint} action={createButton} />}
        />
      </Stack>
    </>
  )
}
