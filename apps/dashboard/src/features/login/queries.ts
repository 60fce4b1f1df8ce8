import { changePassword, login } from '@mqdeck/contract'

import { type Connection, defineChange } from '../../data/index.ts'
import { isDefaultLogin } from './password-policy.ts'

interface Credentials {
  readonly username: string
  readonly password: string
}

/** Signs in and starts the session. Tells whether this was the default password. */
export async function signIn(
  { call, session }: Connection,
  { username, password }: Credentials,
): Promise<{ readonly isDefault: boolean }> {
  const { token, version, license, role } = await call(login, { body: { username, password } })
  await session.start({ username, token, version, role, edition: license.edition })
  return { isDefault: isDefaultLogin(username, password) }
}

export const changeOwnPassword = defineChange({
  apply: (
    call,
    { username, old, fresh }: { readonly username: string; readonly old: string; readonly fresh: string },
  ) => call(changePassword, { params: { username }, body: { old_pwd: old, new_pwd: fresh } }),
  outdates: [],
})
