import { useSession } from '../connection.tsx'
import { type Edition, editionOf } from './edition.ts'

/** Undefined for a broker that does not report an edition. */
export function useEdition(): Edition | undefined {
  const session = useSession()
  return session && editionOf(session)
}
