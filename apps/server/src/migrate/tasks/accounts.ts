import type { MigrationSource } from '../source.ts'
import { field } from '../target.ts'
import { impossible, type MigrationTask, nothing, reportOnly } from '../task.ts'

/**
 * API keys and dashboard users. Only hashes of their secrets are stored, which EMQX does not accept. Missing ones are
 * reported.
 */
export function accountTasks(source: MigrationSource): readonly MigrationTask[] {
  return [
    ...source
      .apiKeys()
      .map((name) =>
        reportOnly('api_key', name, async (target) =>
          (await target.find(`/api_key/${encodeURIComponent(name)}`)) === undefined
            ? impossible(
                'secret_not_carried',
                'only a hash of the secret is stored. Create a key on the target and distribute its new secret',
              )
            : nothing,
        ),
      ),
    ...source.dashboardUsers().map(
      ({ username, role, description }): MigrationTask => ({
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
    ),
  ]
}
