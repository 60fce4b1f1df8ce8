import { hasUsers } from './kinds.ts'

type FormWarning = 'hash' | 'hashInBackend' | 'userId'

/**
 * The warning for changes that make stored users unusable; undefined if there are none.
 * @param id of the authenticator
 * @param paths of the changed settings: `password_hash_algorithm.salt_position`
 */
export function warningOf(id: string, paths: readonly string[]): FormWarning | undefined {
  const isChanged = (field: string) => paths.some((path) => path === field || path.startsWith(`${field}.`))
  const isScram = id.startsWith('scram')
  const isHash =
    isChanged('password_hash_algorithm') || (isScram && (isChanged('algorithm') || isChanged('iteration_count')))
  if (isHash) return hasUsers(id) ? 'hash' : 'hashInBackend'
  return hasUsers(id) && isChanged('user_id_type') ? 'userId' : undefined
}
