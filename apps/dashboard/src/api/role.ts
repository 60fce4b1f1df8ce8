import { useSession } from './connection.tsx'

/**
 * Whether the user is a viewer: forms and buttons that change something are disabled. The server rejects changes in
 * any case.
 */
export function useIsViewer(): boolean {
  return useSession()?.role === 'viewer'
}

/** Whether the broker has roles: EMQX's open-source edition does not. */
export function useHasRoles(): boolean {
  return useSession()?.role !== undefined
}
