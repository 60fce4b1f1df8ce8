import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { answer, body, count, string } from '../fields/index.ts'

/**
 * The second factor of a user of the dashboard: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 s).
 * Not in EMQX 5.8; what `POST /login` takes and answers is named as EMQX 5.9 names it.
 */
export const SecondFactor = answer({
  username: z.string(),
  mechanism: z.enum(['totp']),
  /** RFC 3339. */
  enrolled_at: z.string(),
  recovery_codes_left: count(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** `secret` in base32 for typing in, `uri` (`otpauth://totp/...`) for a QR code. */
export const Enrolment = answer({ secret: z.string(), uri: z.string() })
export type Enrolment = z.infer<typeof Enrolment>

/** The only answer with the codes: nobody can read them later. Each is good for one login. */
export const RecoveryCodes = answer({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** `mfa_token` is a code of the app, or a recovery code. */
const Proof = body({ password: string(), mfa_token: string() })

/** Of users without a second factor there is nothing. */
export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/mqdeck/mfa',
  tag: 'MQDeck',
  auth: 'session',
  ok: { 200: z.array(SecondFactor) },
})

/** Begins one's own enrolment; nothing is asked for at the login before it is confirmed, within ten minutes. */
export const enrolSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/enrolment',
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: body({ password: string() }),
  ok: { 200: Enrolment },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'], 409: ['ALREADY_EXISTS'] },
})

/** Shows that the app has the secret. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/enrolment/confirm',
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: body({ mfa_token: string() }),
  ok: { 200: RecoveryCodes },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN'], 409: ['ALREADY_EXISTS'] },
})

/** Ten new ones; those before are void. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/recovery_codes',
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: Proof,
  ok: { 200: RecoveryCodes },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN', 'ERROR_PWD_NOT_MATCH'], 404: ['NOT_FOUND'] },
})

/** Turns off one's own second factor. */
export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/disable',
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: Proof,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN', 'ERROR_PWD_NOT_MATCH'], 404: ['NOT_FOUND'] },
})

/** An administrator takes the second factor of somebody else away, who has lost it. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/mqdeck/mfa/users/{username}',
  tag: 'MQDeck',
  auth: 'session',
  params: z.object({ username: string() }),
  ok: { 204: empty },
  errors: { 400: ['NOT_ALLOWED'], 404: ['USER_NOT_FOUND', 'NOT_FOUND'] },
})

export const mfa = {
  listSecondFactors,
  enrolSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  resetSecondFactor,
}
