import { openStore, type Store } from '@mqdeck/kit'
import { createTempFolder } from './temp-folder.ts'

/** A store in its own folder. */
export interface TempStore {
  /** The open store. `reopen` replaces it. */
  readonly store: Store
  readonly folder: string
  /** Closes and opens it again, as after a restart. */
  reopen(): Promise<Store>
  /** Closes it and removes the folder. */
  remove(): Promise<void>
}

export async function createTempStore(): Promise<TempStore> {
  const folder = await createTempFolder()
  let store = openStore(folder.path)
  return {
    get store() {
      return store
    },
    folder: folder.path,
    reopen: async () => {
      await store.close()
      store = openStore(folder.path)
      return store
    },
    remove: async () => {
      await store.close()
      await folder.remove()
    },
  }
}
