import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { inlineBody, oneOf, response, string } from '../fields/index.ts'

const backends = ['local', 'ldap', 'oidc', 'saml'] as const

const credential = () => string({ maxLength: 100 })
const byBackend = z.object({ backend: oneOf(backends).optional() })

/**
 * `mfa_token`, required only after the server asks for it, is a code of the authenticator app or a recovery code. As in
 * EMQX 5.9.
 */
export const Login = inlineBody({
  username: credential(),
  password: credential(),
  mfa_token: string({ maxLength: 100 }).optional(),
})
export type Login = z.infer<typeof Login>

/** `role` is missing in the open-source edition. The document lists other editions than the broker answers (`ee`, `ce`). */
export const LoginResponse = response({
  token: z.string(),
  version: z.string(),
  license: response({ edition: z.string().meta({ enum: ['opensource', 'enterprise'] }) }),
  role: z.string().meta({ default: 'administrator' }).optional(),
})
export type LoginResponse = z.infer<typeof LoginResponse>

/** Username and password are correct, but two-factor authentication is required. As in EMQX 5.9. */
export const MfaRefusal = response({
  code: z.literal('BAD_MFA_TOKEN'),
  message: response({ error: z.enum(['missing_mfa_token', 'bad_mfa_token']), mechanism: z.enum(['totp']) }),
})
export type MfaRefusal = z.infer<typeof MfaRefusal>

export const login = endpoint({
  method: 'POST',
  path: '/login',
  title: { en: 'Sign in', zh: '登录' },
  tag: 'Dashboard',
  auth: 'none',
  body: Login,
  ok: { 200: LoginResponse },
  errors: { 401: ['BAD_USERNAME_OR_PWD'], 429: ['TOO_MANY_REQUESTS'] },
  otherErrors: { 401: MfaRefusal },
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  title: { en: 'Sign out', zh: '退出登录' },
  allows: 'oneself',
  tag: 'Dashboard',
  auth: 'session',
  query: byBackend,
  body: inlineBody({ username: credential() }),
  ok: { 204: empty },
  errors: { 401: ['BAD_USERNAME_OR_PWD'] },
})

export const sessions = { login, logout }
