import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Path } from '../lib/json-path.ts'
import type { Completion } from '../ui/index.ts'
import type { FormStore } from './form-store.ts'
import type { FormNode } from './model.ts'

export interface NodeFieldProps {
  readonly node: FormNode
  readonly path: Path
  /** At the right end of the label's row. */
  readonly action?: ReactNode
  /** In the place of the node's own: the number of a row. */
  readonly label?: string
  /** Its own title would repeat what stands above it. */
  readonly isBare?: boolean
}

/** A field at its place. */
export interface Cell {
  readonly node: FormNode
  readonly path: Path
}

/** What all fields of a form share. The same object as long as the form is used the same way. */
export interface FormSetting {
  readonly store: FormStore
  /** Draws any node. In the context, because containers draw their fields with it and it draws containers. */
  readonly Field: ComponentType<NodeFieldProps>
  readonly isReadOnly: boolean
  /** Fields that the page draws itself, by path. */
  readonly drawn: Readonly<Record<string, ComponentType<NodeFieldProps>>>
  /** Why a field cannot be changed, by path; what is inside of it neither. */
  readonly locks: Readonly<Record<string, string>>
  /** A note that is always in sight, by path. */
  readonly hints: Readonly<Record<string, string>>
  /** Offered in templates and SQL. */
  readonly completions: readonly Completion[]
  readonly onReset: ((path: string) => void) | undefined
  /** What holds where the form has no value of its own; see `SchemaFormProps`. */
  readonly inherited: unknown
  /** The field somebody looks for, by path: what hides it opens. */
  readonly sought: string | undefined
}

export const FormContext = createContext<FormSetting | undefined>(undefined)

export function useFormSetting(): FormSetting {
  const setting = useContext(FormContext)
  if (!setting) throw new Error('A field stands outside of its form')
  return setting
}

/** The nodes that a search leaves; undefined without one. Its own context: only containers watch it. */
export const FilterContext = createContext<ReadonlySet<FormNode> | undefined>(undefined)
