import { ApiError, changePassword, login } from '@mqdeck/contract'
import { type Connection, defineChange } from '../../api/index.ts'
import { isDefaultLogin } from '../../lib/access/password-policy.ts'
import { isRecord } from '../../lib/json/json-path.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** The two-factor code, if it is required. */
  readonly code?: string
}

/** Signs in and starts the session. Resolves to whether the default password was used. */
export async function signIn(
  { call, session }: Connection,
  { username, password, code }: Credentials,
): Promise<{ readonly isDefault: boolean }> {
  const { token, version, license, role } = await call(login, {
    body: { username, password, ...(code !== undefined && { mfa_token: code }) },
  })
  await session.start({ username, token, version, role, edition: license.edition })
  return { isDefault: isDefaultLogin(username, password) }
}

/** The password is correct, and the server requires a two-factor code: EMQX from 5.9 on, and MQDeck. */
export const needsTwoFactorCode = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code === 'BAD_MFA_TOKEN' &&
  isRecord(error.body) &&
  isRecord(error.body.message) &&
  error.body.message.error === 'missing_mfa_token'

export const changeOwnPassword = defineChange({
  apply: (
    call,
    { username, old, newPassword }: { readonly username: string; readonly old: string; readonly newPassword: string },
  ) => call(changePassword, { params: { username }, body: { old_pwd: old, new_pwd: newPassword } }),
  invalidates: [],
})
