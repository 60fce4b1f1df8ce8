import type { SecondFactor, User } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { EditionHint, QueryTable, useData, useIsViewer, useSession } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, type Column, Dim, Group, Mono, PageHeader, Stack, StatusDot, useSortedRows } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { usersQuery } from './queries.ts'
import { twoFactorQuery } from './two-factor-queries.ts'
import { useUserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'
import type { UserContext } from './user-rules.ts'

export default function UsersPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const users = useData(usersQuery, undefined)
  const { data: factors } = useData(twoFactorQuery, undefined)
  const self = useSession()?.username ?? ''
  const isViewer = useIsViewer()
  const [edited, setEdited] = useState<User | 'new'>()
  const [passwordUser, setPasswordUser] = useState<User>()
  const context: UserContext = useMemo(() => ({ users: users.data ?? [], self }), [users.data, self])
  const columns = useUserColumns(context, factors?.factors)
  const sorted = useSortedRows(users.data, columns)
  const rowActions = useUserActions({
    context,
    factors: factors?.factors,
    onEdit: setEdited,
    onPassword: setPasswordUser,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          !isViewer && (
            <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              {texts.newUser}
            </Button>
          )
        }
      />
      <Stack gap={4}>
        <EditionHint feature="roles" />
        <div>
          <QueryTable
            query={users}
            label={texts.title}
            columns={columns}
            {...sorted}
            rowId={({ username, backend = 'local' }) => `${username} ${backend}`}
            rowName={({ username }) => username}
            summary={users.data && texts.count(format.number(users.data.length))}
            skeletonRows={2}
            {...(!isViewer && { rowActions })}
          />
        </div>
      </Stack>
      <UserDialog edited={edited} context={context} onClose={() => setEdited(undefined)} />
      <PasswordDialog user={passwordUser} onClose={() => setPasswordUser(undefined)} />
    </>
  )
}

function useUserColumns(
  { users, self }: UserContext,
  factors: readonly SecondFactor[] | undefined,
): readonly Column<User>[] {
  const texts = useMessages(messages)
  const hasRoles = users.some(({ role }) => role !== undefined)
  const hasBackends = users.some(({ backend = 'local' }) => backend !== 'local')
  return useMemo(() => {
    const roleNames: Readonly<Record<string, string>> = texts.roles
    const withFactor = new Set(factors?.map(({ username }) => username))
    return [
      {
        id: 'username',
        header: texts.username,
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
        ? [{ id: 'role', header: texts.role, width: 150, cell: ({ role = '' }: User) => roleNames[role] ?? role }]
        : []),
      { id: 'description', header: texts.descriptionLabel, width: 340, cell: ({ description }) => description },
      ...(factors
        ? [
            {
              id: 'factor',
              header: texts.twoFactor,
              width: 150,
              cell: ({ username }: User) =>
                withFactor.has(username) ? (
                  <StatusDot tone="accent">{texts.enabled}</StatusDot>
                ) : (
                  <StatusDot tone="grey">{texts.disabled}</StatusDot>
                ),
            },
          ]
        : []),
      ...(hasBackends
        ? [{ id: 'backend', header: texts.source, width: 110, cell: ({ backend }: User) => backend }]
        : []),
    ]
  }, [texts, self, hasRoles, hasBackends, factors])
}
