import type { SessionKeeper } from '../data/index.ts'
import { ownStorageName } from '../lib/base-path.ts'

const name = ownStorageName('edition')

/** Keeps the broker's edition under `edition` as long as somebody is signed in, as the specification has it. */
export function rememberEdition({ current }: SessionKeeper): void {
  const follow = () => {
    const edition = current.get()?.edition
    try {
      if (edition === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, edition)
    } catch {
      // Storage is blocked: the session itself still knows the edition.
    }
  }
  follow()
  current.subscribe(follow)
}
