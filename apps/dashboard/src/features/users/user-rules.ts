import type { User } from '@mqdeck/contract'

/** Reasons for which the server rejects a change. The page shows them in advance. */
export type Objection = 'self' | 'first' | 'lastAdministrator'

export interface UserContext {
  readonly users: readonly User[]
  /** Username of the signed-in user. */
  readonly self: string
}

/** Default name of the initial user. The configuration can change it, which the API does not report; then only the server rejects the change. */
const initialUser = 'admin'

export function objectionToDelete({ username, role }: User, context: UserContext): Objection | undefined {
  if (username === context.self) return 'self'
  if (username === initialUser) return 'first'
  return isLastAdministrator(username, role, context) ? 'lastAdministrator' : undefined
}

export function objectionToRole({ username, role }: User, context: UserContext): Objection | undefined {
  if (username === initialUser) return 'first'
  return isLastAdministrator(username, role, context) ? 'lastAdministrator' : undefined
}

const isLastAdministrator = (username: string, role: string | undefined, { users }: UserContext) =>
  role === 'administrator' && !users.some((user) => user.username !== username && user.role === 'administrator')

/** The rule of EMQX for usernames of the dashboard. */
export const isUsername = (text: string): boolean => /^\w{1,100}$/.test(text)

export const roles = ['administrator', 'viewer'] as const
export type Role = (typeof roles)[number]
