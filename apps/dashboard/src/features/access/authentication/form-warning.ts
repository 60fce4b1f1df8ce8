import type { ListedAuthenticator } from '@mqdeck/contract'
import { hasUsers } from './kinds.ts'

type FormWarning = 'hash' | 'hashInBackend' | 'userId'

/**
 * The warning for changes that make stored users unusable; undefined if there are none.
 * @param paths of the changed settings: `password_hash_algorithm.salt_position`
 */
export function warningOf(
  authenticator: Pick<ListedAuthenticator, 'mechanism' | 'backend'>,
  paths: readonly string[],
): FormWarning | undefined {
  const isChanged = (field: string) => paths.some((path) => path === field || path.startsWith(`${field}.`))
  const isScram = authenticator.mechanism === 'scram'
  const isHash =
    isChanged('password_hash_algorithm') || (isScram && (isChanged('algorithm') || isChanged('iteration_count')))
  if (isHash) return hasUsers(authenticator) ? 'hash' : 'hashInBackend'
  return hasUsers(authenticator) && isChanged('user_id_type') ? 'userId' : undefined
}
