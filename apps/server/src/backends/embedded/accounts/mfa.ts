import { AppError, noContent, ok } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { secondsToRfc3339 } from '../rfc3339.ts'
import { attempterOf } from './handlers.ts'

export function mfaHandlers({ twoFactor, sessions, tokens, users }: Services): HandlersOf<'mfa'> {
  /** Checked before credentials are requested that the user does not have. */
  const requireFactor = (username: string) => {
    if (!users.get(username)?.secondFactor)
      throw new AppError('NOT_FOUND', 'Two-factor authentication is not enabled for this user')
  }
  return {
    listSecondFactors: () =>
      ok(
        twoFactor.list().map(({ username, factor }) => ({
          username,
          mechanism: 'totp' as const,
          enrolled_at: secondsToRfc3339(factor.enrolledAt),
          recovery_codes_left: factor.recoveryCodes.length,
        })),
      ),
    // Someone at an unlocked screen must not be able to lock the owner out.
    enrolSecondFactor: async ({ body }, call) => {
      const { user } = call
      await sessions.prove(user.username, body.password, undefined, attempterOf(call))
      return ok(twoFactor.begin(user.username))
    },
    confirmSecondFactor: async ({ body }, { user }) => {
      const codes = await twoFactor.confirm(user.username, body.mfa_token)
      // Other sessions signed in with the password only.
      await tokens.revokeOthers(user.username, user.token)
      return ok({ recovery_codes: [...codes] })
    },
    renewRecoveryCodes: async ({ body }, call) => {
      const { user } = call
      requireFactor(user.username)
      await sessions.prove(user.username, body.password, body.mfa_token, attempterOf(call))
      return ok({ recovery_codes: [...(await twoFactor.renewRecoveryCodes(user.username))] })
    },
    disableSecondFactor: async ({ body }, call) => {
      const { user } = call
      requireFactor(user.username)
      await sessions.prove(user.username, body.password, body.mfa_token, attempterOf(call))
      await twoFactor.remove(user.username)
      return noContent
    },
    resetSecondFactor: async ({ params }, call) => {
      if (params.username === call.user.username)
        throw new AppError('NOT_ALLOWED', 'Disable your own two-factor authentication with your password and a code')
      await twoFactor.remove(params.username)
      return noContent
    },
  }
}
