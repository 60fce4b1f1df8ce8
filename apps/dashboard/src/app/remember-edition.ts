import type { SessionKeeper } from '../data/index.ts'

/** Keeps the broker's edition under `edition` as long as somebody is signed in, as the specification has it. */
export function rememberEdition({ current }: SessionKeeper): void {
  const follow = () => {
    const edition = current.get()?.edition
    try {
      if (edition === undefined) localStorage.removeItem('edition')
      else localStorage.setItem('edition', edition)
    } catch {
      // Storage is blocked: the session itself still knows the edition.
    }
  }
  follow()
  current.subscribe(follow)
}
