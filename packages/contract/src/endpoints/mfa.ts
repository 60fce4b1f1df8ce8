import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, count, response, string } from '../fields/index.ts'

/**
 * Two-factor authentication of a dashboard user with codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30
 * s). Not in EMQX 5.8. Fields of `POST /login` are named as in EMQX 5.9.
 */
export const SecondFactor = response({
  username: z.string(),
  mechanism: z.enum(['totp']),
  /** RFC 3339. */
  enrolled_at: z.string(),
  recovery_codes_left: count(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** `secret` in base32 for manual entry, `uri` (`otpauth://totp/...`) for a QR code. */
export const Enrolment = response({ secret: z.string(), uri: z.string() })
export type Enrolment = z.infer<typeof Enrolment>

/** The only response that contains the recovery codes. Each code is valid for one sign-in. */
export const RecoveryCodes = response({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** `mfa_token` is a code of the app, or a recovery code. */
export const PasswordAndCode = body({ password: string(), mfa_token: string() })

/** Null for users without two-factor authentication. */
export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/mqdeck/mfa',
  tag: 'MQDeck',
  auth: 'session',
  ok: { 200: z.array(SecondFactor) },
})

export const EnrolmentStart = body({ password: string() })

/** Starts the caller's own enrolment. Sign-in requires no code until it is confirmed, within ten minutes. */
export const enrolSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/enrolment',
  title: { en: 'Set up own two-factor authentication', zh: '开始设置双因素认证' },
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: EnrolmentStart,
  ok: { 200: Enrolment },
  errors: { 400: ['BAD_REQUEST', 'ERROR_PWD_NOT_MATCH'], 409: ['ALREADY_EXISTS'] },
})

export const EnrolmentConfirmation = body({ mfa_token: string() })

/** Confirms the enrolment with a code of the app. */
export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/enrolment/confirm',
  title: { en: 'Enable own two-factor authentication', zh: '启用双因素认证' },
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: EnrolmentConfirmation,
  ok: { 200: RecoveryCodes },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN'], 409: ['ALREADY_EXISTS'] },
})

/** Creates ten new recovery codes. The previous codes become invalid. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/recovery_codes',
  title: { en: 'Create new recovery codes', zh: '重新生成恢复码' },
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: PasswordAndCode,
  ok: { 200: RecoveryCodes },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN', 'ERROR_PWD_NOT_MATCH'], 404: ['NOT_FOUND'] },
})

/** Disables the caller's own two-factor authentication. */
export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/mqdeck/mfa/disable',
  title: { en: 'Disable own two-factor authentication', zh: '禁用双因素认证' },
  allows: 'oneself',
  tag: 'MQDeck',
  auth: 'session',
  body: PasswordAndCode,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST', 'BAD_MFA_TOKEN', 'ERROR_PWD_NOT_MATCH'], 404: ['NOT_FOUND'] },
})

/** An administrator disables two-factor authentication of another user, who has lost the device. */
export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/mqdeck/mfa/users/{username}',
  title: { en: 'Disable two-factor authentication of user', zh: '禁用用户的双因素认证' },
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
