import { type Kind, masked } from '@mqdeck/contract'
import { type Stored, toHoconTree, toText } from './configuration-file.ts'
import { type Changes, mapChanges } from './root-values.ts'
import { type RootName, rootKinds } from './roots.ts'

/** A root with secrets as `******`. */
export const maskedRoot = (name: RootName, value: unknown): unknown => masked(rootKinds[name] as Kind, value)

/** HOCON of these roots with secrets as `******`. */
export const maskedText = (roots: Changes): string => toText(toHoconTree(mapChanges(roots, maskedRoot)) as Stored)
