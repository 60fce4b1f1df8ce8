import type { AuthenticatorUser, ListedAuthenticator } from '@mqdeck/contract'
import { IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryError, StaleNotice, useData, useIsViewer } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  Group,
  Mono,
  PagePager,
  type RowAction,
  Stack,
  useRedirectFromEmptyPage,
  useSearchState,
} from '../../../ui/index.ts'
import { ImportDialog } from './import-dialog.tsx'
import { usersQuery } from './queries.ts'
import { useDeleteUsers } from './use-delete-users.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserFilter } from './user-filter.tsx'
import { userMessages } from './user-messages.ts'

const search = z.object({
  user: z.string().optional(),
  superuser: z.enum(['true', 'false']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(1000).catch(20).default(20),
})

/** The users of an authenticator with the built-in database. */
export function UsersTab({ authenticator }: { readonly authenticator: ListedAuthenticator }) {
  const { id } = authenticator
  const texts = useMessages(userMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const [{ user, superuser, page, limit }, setSearch] = useSearchState(search)
  const superusers = superuser === undefined ? undefined : superuser === 'true'
  const list = useData(usersQuery, { id, page, limit, like: user, superusers }, { keepPrevious: true })
  const [edited, setEdited] = useState<AuthenticatorUser | 'new'>()
  const [isImporting, setImporting] = useState(false)
  const deleteUsers = useDeleteUsers(id)
  const isFiltered = user !== undefined || superuser !== undefined
  const idLabel = authenticator.user_id_type === 'clientid' ? texts.clientId : texts.username
  const columns = useUserColumns(idLabel)
  const toFirstPage = useCallback(() => setSearch({ page: 1 }, { replace: true }), [setSearch])
  useRedirectFromEmptyPage(page > 1 && !list.isPrevious && list.data?.rows.length === 0, toFirstPage)
  const rowActions = (row: AuthenticatorUser): readonly RowAction[] => [
    { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setEdited(row) },
    {
      label: texts.delete,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onSelect: () => void deleteUsers([row.user_id]),
    },
  ]
  const buttons = (
    <Group gap={2} justify="end" wrap>
      <Button size="small" icon={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
        {texts.importUsers}
      </Button>
      <Button size="small" variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
        {texts.createUser}
      </Button>
    </Group>
  )
  const total = list.data?.total
  return (
    <Stack gap={4}>
      <UserFilter
        idLabel={idLabel}
        user={user}
        superuser={superuser}
        onSearch={(filters) => setSearch({ ...filters, page: 1 })}
      />
      <div>
        <StaleNotice query={list} />
        <DataTable
          label={texts.title}
          columns={columns}
          rows={list.data?.rows}
          rowId={(row) => row.user_id}
          busy={list.isPrevious || list.isStale}
          error={list.data === undefined && list.error && <QueryError query={list} />}
          empty={
            isFiltered ? (
              <EmptyState
                title={texts.noMatch}
                hint={texts.noMatchHint}
                action={
                  <Button onClick={() => setSearch({ user: undefined, superuser: undefined, page: 1 })}>
                    {texts.showAll}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={texts.empty} hint={texts.emptyHint} />
            )
          }
          summary={total === undefined ? '' : texts.count(format.number(total))}
          selectionScope={`${user ?? ''} ${superuser ?? ''}`}
          {...(!isViewer && {
            actions: buttons,
            rowActions,
            bulkActions: (selected: readonly AuthenticatorUser[], clear: () => void) => (
              <Button
                size="small"
                icon={<IconTrash size={16} aria-hidden />}
                onClick={async () => {
                  if (await deleteUsers(selected.map((row) => row.user_id))) clear()
                }}
              >
                {texts.deleteMany(format.number(selected.length))}
              </Button>
            ),
          })}
          pager={
            <PagePager
              page={page}
              onPageChange={(next) => setSearch({ page: next })}
              limit={limit}
              onLimitChange={(size) => setSearch({ limit: size, page: 1 })}
              total={total}
              count={list.data?.rows.length ?? 0}
              hasNext={list.data?.hasNext ?? false}
            />
          }
        />
      </div>
      <UserDialog edited={edited} id={id} idLabel={idLabel} onClose={() => setEdited(undefined)} />
      <ImportDialog opened={isImporting} authenticator={authenticator} onClose={() => setImporting(false)} />
    </Stack>
  )
}

function useUserColumns(idLabel: string): readonly Column<AuthenticatorUser>[] {
  const texts = useMessages(userMessages)
  return useMemo(
    () => [
      { id: 'user_id', header: idLabel, width: 520, cell: (row) => <Mono truncate>{row.user_id}</Mono> },
      {
        id: 'is_superuser',
        header: texts.superuser,
        hint: texts.superuserNote,
        width: 200,
        cell: (row) => (row.is_superuser ? texts.yes : texts.no),
      },
    ],
    [texts, idLabel],
  )
}
