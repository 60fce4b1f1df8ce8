import { masked } from '@mqdeck/contract'
import { type Stored, toHoconTree, toText } from './configuration-file.ts'
import { type Changes, mapChanges } from './root-values.ts'
import { type RootName, rootKinds } from './roots.ts'

/** A root with secrets shown as `******`. */
export function shownRoot(name: RootName, value: unknown): unknown {
  const { of } = rootKinds[name] as (typeof rootKinds)['mqtt']
  return of ? masked(of, value) : value
}

/** HOCON of these roots, secrets shown as `******`. */
export const shownText = (roots: Changes): string => toText(toHoconTree(mapChanges(roots, shownRoot)) as Stored)
