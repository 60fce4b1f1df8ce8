import type { SecondFactor, User } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { EditionHint, QueryError, StaleNotice, useData, useIsViewer, useSession } from '../../data/index.ts'
import { secondFactorsQuery } from '../../data/second-factors.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  type Column,
  DataTable,
  Dim,
  Group,
  Mono,
  PageHeader,
  Stack,
  StatusDot,
  useSortedRows,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { usersQuery } from './queries.ts'
import { useUserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'
import type { Household } from './user-rules.ts'

export default function UsersPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const users = useData(usersQuery, undefined)
  const { data: factors } = useData(secondFactorsQuery, undefined)
  const self = useSession()?.username ?? ''
  const isViewer = useIsViewer()
  const [edited, setEdited] = useState<User | 'new'>()
  const [renewed, setRenewed] = useState<User>()
  const house: Household = useMemo(() => ({ users: users.data ?? [], self }), [users.data, self])
  const columns = useUserColumns(house, factors?.factors)
  const sorted = useSortedRows(users.data, columns)
  const rowActions = useUserActions({
    house,
    factors: factors?.factors,
    onEdit: setEdited,
    onPassword: setRenewed,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          !isViewer && (
            <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              {texts.create}
            </Button>
          )
        }
      />
      <Stack gap={4}>
        <EditionHint feature="roles" />
        <div>
          <StaleNotice query={users} />
          <DataTable
            label={texts.title}
            columns={columns}
            {...sorted}
            rowId={({ username, backend = 'local' }) => `${username} ${backend}`}
            busy={users.isStale}
            error={users.data === undefined && users.error && <QueryError query={users} />}
            summary={users.data && texts.count(format.number(users.data.length))}
            skeletonRows={2}
            {...(!isViewer && { rowActions })}
          />
        </div>
      </Stack>
      <UserDialog edited={edited} house={house} onClose={() => setEdited(undefined)} />
      <PasswordDialog user={renewed} onClose={() => setRenewed(undefined)} />
    </>
  )
}

function useUserColumns(
  { users, self }: Household,
  factors: readonly SecondFactor[] | undefined,
): readonly Column<User>[] {
  const texts = useMessages(messages)
  const { columns } = texts
  const hasRoles = users.some(({ role }) => role !== undefined)
  const hasBackends = users.some(({ backend = 'local' }) => backend !== 'local')
  return useMemo(() => {
    const roleNames: Readonly<Record<string, string>> = texts.roles
    const withFactor = new Set(factors?.map(({ username }) => username))
    return [
      {
        id: 'username',
        header: columns.username,
        width: 240,
        sortBy: ({ username }) => username,
        cell: ({ username }) => (
          <Group gap={2}>
            <Mono truncate>{username}</Mono>
            {username === self && <Dim>{texts.you}</Dim>}
          </Group>
        ),
      },
      ...(hasRoles
        ? [{ id: 'role', header: columns.role, width: 150, cell: ({ role = '' }: User) => roleNames[role] ?? role }]
        : []),
      { id: 'description', header: columns.description, width: 340, cell: ({ description }) => description },
      ...(factors
        ? [
            {
              id: 'factor',
              header: columns.secondFactor,
              width: 150,
              cell: ({ username }: User) =>
                withFactor.has(username) ? (
                  <StatusDot tone="accent">{texts.on}</StatusDot>
                ) : (
                  <StatusDot tone="grey">{texts.off}</StatusDot>
                ),
            },
          ]
        : []),
      ...(hasBackends
        ? [{ id: 'backend', header: columns.backend, width: 110, cell: ({ backend }: User) => backend }]
        : []),
    ]
  }, [texts, columns, self, hasRoles, hasBackends, factors])
}
