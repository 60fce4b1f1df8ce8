import type { SessionKeeper } from '../api/index.ts'
import { ownStorageName } from '../lib/base-path.ts'

const name = ownStorageName('edition')

/** Stores the broker's edition as `edition` during a session, as specified. */
export function rememberEdition({ current }: SessionKeeper): void {
  const follow = () => {
    const edition = current.get()?.edition
    try {
      if (edition === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, edition)
    } catch {
      // Storage is blocked: the session still has the edition.
    }
  }
  follow()
  current.subscribe(follow)
}
