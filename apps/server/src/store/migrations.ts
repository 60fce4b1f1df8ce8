import type { Store } from '@mqdeck/kit'
import { DataFolderError } from './data-folder-error.ts'

/** Converts format n+1 to n+2, by position. Append new ones, and never change a released one. */
const migrations: readonly ((store: Store) => Promise<void>)[] = []

/** The format of this version. */
const current = migrations.length + 1

/** @throws {DataFolderError} if the data was written by a newer version */
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
