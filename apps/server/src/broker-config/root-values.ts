import { type RootName, rootNames } from './roots.ts'

/** A value for some of the roots. */
export type Changes = { readonly [N in RootName]?: unknown }
/** A value for each root. */
export type Values = Readonly<Record<RootName, unknown>>

export const mapNames = (names: readonly RootName[], make: (name: RootName) => unknown) =>
  Object.fromEntries(names.map((name) => [name, make(name)]))

export const mapRoots = (make: (name: RootName) => unknown): Values => mapNames(rootNames, make) as Values // every name

/** In the order of the roots, regardless of the order in `changes`. */
export const mapChanges = (changes: Changes, make: (name: RootName, value: unknown) => unknown): Changes =>
  mapNames(
    rootNames.filter((name) => changes[name] !== undefined),
    (name) => make(name, changes[name]),
  )
