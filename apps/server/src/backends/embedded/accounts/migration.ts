import type { MigrationSource } from '../../../migrate/source.ts'
import { field } from '../../../migrate/target.ts'
import { impossible, type MigrationTask, nothing } from '../../../migrate/task.ts'
import type { UserRecord } from './users.ts'

/** Dashboard users. Only hashes of their passwords are stored, which EMQX does not accept. Missing users are reported. */
export const dashboardUserTasks = ({ store }: MigrationSource): readonly MigrationTask[] =>
  Array.from(
    store.table<UserRecord>('dashboard_users').entries(),
    ({ value: { username, role, description } }): MigrationTask => ({
      kind: 'dashboard_user',
      name: username,
      async find(target) {
        const users = await target.get('/users')
        const there = Array.isArray(users) ? users.find((one) => field(one, 'username') === username) : undefined
        if (there === undefined)
          return impossible(
            'password_not_carried',
            `only a hash of the password is stored. Create the user on the target with the role ${role}`,
          )
        // The open-source edition has no roles.
        const theirs = field(there, 'role') ?? role
        return theirs === role ? nothing : { state: 'differs', differences: ['role'] }
      },
      async make({ target }) {
        await target.send('PUT', `/users/${encodeURIComponent(username)}`, { role, description })
        return undefined
      },
    }),
  )
