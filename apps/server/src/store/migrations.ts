import type { Store } from '@mqdeck/kit'
import { DataFolderError } from './data-folder-error.ts'

/** What turns format n+1 into n+2, by position. Add at the end; never change one that has been released. */
const migrations: readonly ((store: Store) => Promise<void>)[] = []

/** The format this version writes. */
const current = migrations.length + 1

/** @throws {DataFolderError} when the data was written by a newer version */
export async function migrate(store: Store): Promise<void> {
  const meta = store.table<number>('meta')
  const found = meta.get('format') ?? current
  if (found > current) {
    throw new DataFolderError(
      `the data has format ${found}, written by a newer MQDeck. This version supports formats up to ${current}`,
    )
  }
  for (const [index, step] of migrations.slice(found - 1).entries()) {
    await step(store)
    await meta.put('format', found + index + 1)
  }
  if (meta.get('format') === undefined) await meta.put('format', current)
}
