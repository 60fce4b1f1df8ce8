import type { User } from '@mqdeck/contract'

/** Why the server would refuse it; the page says so beforehand. */
export type Objection = 'self' | 'first' | 'lastAdministrator'

export interface Household {
  readonly users: readonly User[]
  /** Who is signed in. */
  readonly self: string
}

/** Who is made with the broker, unless its configuration says otherwise; that cannot be asked for. The server refuses then. */
const first = 'admin'

export function objectionToDelete({ username, role }: User, house: Household): Objection | undefined {
  if (username === house.self) return 'self'
  if (username === first) return 'first'
  return isLastAdministrator(username, role, house) ? 'lastAdministrator' : undefined
}

export function objectionToRole({ username, role }: User, house: Household): Objection | undefined {
  if (username === first) return 'first'
  return isLastAdministrator(username, role, house) ? 'lastAdministrator' : undefined
}

const isLastAdministrator = (username: string, role: string | undefined, { users }: Household) =>
  role === 'administrator' && !users.some((user) => user.username !== username && user.role === 'administrator')

/** EMQX's rule for names of its dashboard's users. */
export const isUsername = (text: string): boolean => /^\w{1,100}$/.test(text)

export const roles = ['administrator', 'viewer'] as const
export type Role = (typeof roles)[number]
