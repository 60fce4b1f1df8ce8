import type { AuthenticatorUser } from '@mqdeck/contract'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { PagedTable, pageSearch, useDelete, useIsViewer, usePagedList, useRowActions } from '../../../../api/index.ts'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  Group,
  Mono,
  SearchBar,
  Select,
  Stack,
  TextFilter,
  useDraft,
  useSearchState,
} from '../../../../ui/index.ts'
import { ImportDialog } from './import-dialog.tsx'
import { userMessages } from './messages.ts'
import { type AuthenticatorOfUsers, authenticatorUsers, type UserCalls } from './queries.ts'
import { UserDialog } from './user-dialog.tsx'

const search = pageSearch.extend({
  user: z.string().optional(),
  superuser: z.enum(['true', 'false']).optional().catch(undefined),
})

interface UsersTabProps {
  readonly authenticator: AuthenticatorOfUsers
  /** Of the broker's authenticators unless given. */
  readonly calls?: UserCalls
}

/** The users of an authenticator with the built-in database. */
export function UsersTab({ authenticator, calls = authenticatorUsers }: UsersTabProps) {
  const { id } = authenticator
  const texts = useMessages(userMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const [{ user, superuser }, setSearch] = useSearchState(search)
  const superusers = superuser === undefined ? undefined : superuser === 'true'
  const list = usePagedList(calls.query, { id, like: user, superusers })
  const [edited, setEdited] = useState<AuthenticatorUser | 'new'>()
  const [isImporting, setImporting] = useState(false)
  const rowAction = useRowActions()
  const runDelete = useDelete<{ readonly id: string; readonly user_id: string }>(calls.remove, {
    kind: 'user',
    nameOf: ({ user_id }) => user_id,
    consequence: texts.deleteBody,
    many: (count) => ({ started: texts.deletingMany(count) }),
  })
  const deleteUsers = (users: readonly AuthenticatorUser[]) => runDelete(users.map(({ user_id }) => ({ id, user_id })))
  const idLabel = authenticator.user_id_type === 'clientid' ? texts.clientId : texts.username
  const columns = useUserColumns(idLabel)
  const isFiltered = user !== undefined || superuser !== undefined
  const total = list.data?.total
  const buttons = (
    <Group gap={2} justify="end" wrap>
      <Button size="small" icon={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
        {texts.importUsers}
      </Button>
      <Button size="small" variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
        {texts.newUser}
      </Button>
    </Group>
  )
  return (
    <Stack gap={4}>
      <UserFilter
        idLabel={idLabel}
        user={user}
        superuser={superuser}
        onSearch={(filters) => setSearch({ ...filters, page: 1 })}
      />
      <div>
        <PagedTable
          list={list}
          label={texts.title}
          columns={columns}
          rowId={(row) => row.user_id}
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
            rowActions: (row: AuthenticatorUser) => [
              rowAction.edit(() => setEdited(row)),
              rowAction.delete(() => deleteUsers([row])),
            ],
          })}
          bulkActions={rowAction.deleteSelected(deleteUsers, (count) => texts.deleteMany(format.number(count)))}
        />
      </div>
      <UserDialog edited={edited} calls={calls} id={id} idLabel={idLabel} onClose={() => setEdited(undefined)} />
      <ImportDialog
        opened={isImporting}
        calls={calls}
        authenticator={authenticator}
        onClose={() => setImporting(false)}
      />
    </Stack>
  )
}

type YesOrNo = 'true' | 'false'

interface Filters {
  readonly user: string | undefined
  readonly superuser: YesOrNo | undefined
}

interface UserFilterProps extends Filters {
  readonly idLabel: string
  readonly onSearch: (filters: Filters) => void
}

function UserFilter({ idLabel, user, superuser, onSearch }: UserFilterProps) {
  const texts = useMessages(userMessages)
  const [draft, change] = useDraft(useMemo(() => ({ user: user ?? '', superuser }), [user, superuser]))
  return (
    <SearchBar
      active={[user, superuser].filter((one) => one !== undefined).length}
      onSearch={() => onSearch({ user: draft.user === '' ? undefined : draft.user, superuser: draft.superuser })}
      onReset={() => onSearch({ user: undefined, superuser: undefined })}
    >
      <TextFilter
        label={idLabel}
        placeholder={texts.contains}
        value={draft.user}
        onChange={(text) => change({ user: text })}
      />
      <Select<YesOrNo>
        label={texts.superuser}
        clearable
        value={draft.superuser}
        onChange={(value) => change({ superuser: value })}
        options={[
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
      />
    </SearchBar>
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
