import { useSession } from './connection.tsx'

/** Who may only look: forms and buttons that change something are off. The server refuses in any case. */
export function useIsViewer(): boolean {
  return useSession()?.role === 'viewer'
}
