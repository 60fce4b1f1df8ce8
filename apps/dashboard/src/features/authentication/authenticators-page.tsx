import type { ListedAuthenticator } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { QueryError, StaleNotice, useChange, useData, useErrorText, useIsViewer } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Notice, OrderedTable, PageHeader, Stack, toast, useGo } from '../../ui/index.ts'
import { useAuthenticatorActions } from './authenticator-actions.tsx'
import { useAuthenticatorColumns } from './authenticator-columns.tsx'
import { hasUsers } from './kinds.ts'
import { messages } from './messages.ts'
import { authenticatorsQuery, order } from './queries.ts'
import { useNameOf } from './use-names.ts'

export default function AuthenticatorsPage() {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const go = useGo()
  const isViewer = useIsViewer()
  const chain = useData(authenticatorsQuery, undefined)
  const actions = useAuthenticatorActions(chain.data)
  const columns = useAuthenticatorColumns({ isViewer, actions })
  const { rows, move } = useOrder(chain.data)
  const isOpen = rows !== undefined && rows.length > 0 && rows.every(({ enable }) => enable === false)
  const createButton = !isViewer && (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ to: '/authentication/create' })}
    >
      {texts.create}
    </Button>
  )
  const rowActions = (one: ListedAuthenticator, index: number) => [
    ...((rows?.length ?? 0) > 2
      ? [
          { label: texts.toTop, disabled: index === 0, onSelect: () => move(index, 0) },
          {
            label: texts.toBottom,
            disabled: index === (rows?.length ?? 0) - 1,
            onSelect: () => move(index, (rows?.length ?? 0) - 1),
          },
        ]
      : []),
    { label: texts.edit, onSelect: () => openTab(one, 'settings') },
    ...(hasUsers(one) ? [{ label: texts.users, onSelect: () => openTab(one, 'users') }] : []),
    { label: texts.remove, danger: true, onSelect: () => void actions.remove(one) },
  ]
  const openTab = ({ id }: ListedAuthenticator, tab: string) =>
    go({ to: '/authentication/detail/$id', params: { id }, search: { tab } })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={rows && rows.length > 0 && createButton}
      />
      <StaleNotice query={chain} />
      <Stack gap={4}>
        {isOpen && <Notice tone="amber">{texts.allOff}</Notice>}
        <OrderedTable
          label={texts.title}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
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

/** The chain as it was last moved, until the broker has said that it is so. */
function useOrder(chain: readonly ListedAuthenticator[] | undefined) {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const { run } = useChange(order)
  const [moved, setMoved] = useState<{ readonly of: unknown; readonly ids: readonly string[] }>()
  // An answer of the broker replaces what was shown meanwhile.
  const rows = moved && moved.of === chain ? inOrder(chain, moved.ids) : chain
  const move = (from: number, to: number) => {
    const ids = rows?.map(({ id }) => id) ?? []
    const [id] = ids.slice(from, from + 1)
    if (id === undefined || from === to) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    setMoved({ of: chain, ids: next })
    run(next).catch((error: unknown) => {
      setMoved(undefined)
      toast.error(texts.orderFailed, describe(error))
    })
  }
  return { rows, move }
}

function inOrder(
  chain: readonly ListedAuthenticator[] | undefined,
  ids: readonly string[],
): readonly ListedAuthenticator[] | undefined {
  return chain && ids.flatMap((id) => chain.find((one) => one.id === id) ?? [])
}
