import { useSession } from './connection.tsx'

/** Who may only look: forms and buttons that change something are off. The server refuses in any case. */
export function useIsViewer(): boolean {
  return useSession()?.role === 'viewer'
}

/** Whether the broker tells users apart by what they may do: EMQX's open-source edition does not. */
export function useHasRoles(): boolean {
  return useSession()?.role !== undefined
}
