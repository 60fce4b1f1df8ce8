import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Path } from '../lib/json-path.ts'
import type { Completion } from '../ui/index.ts'
import type { FormStore } from './form-store.ts'
import type { FormNode } from './model.ts'

export interface NodeFieldProps {
  readonly node: FormNode
  readonly path: Path
  /** At the right end of the label row. */
  readonly action?: ReactNode
  /** Replaces the label of the node: the number of a row. */
  readonly label?: string
  /** Hides the title, because it would repeat the one above. */
  readonly isBare?: boolean
}

/** A field and its path. */
export interface Cell {
  readonly node: FormNode
  readonly path: Path
}

/** Shared by all fields of a form. Stable unless the form's props change. */
export interface FormSetting {
  readonly store: FormStore
  /** Renders any node. In the context, because containers render their fields with it and it renders containers. */
  readonly Field: ComponentType<NodeFieldProps>
  readonly isReadOnly: boolean
  /** Fields that the page renders itself, by path. */
  readonly customFields: Readonly<Record<string, ComponentType<NodeFieldProps>>>
  /** Why a field is locked, by path; also locks its nested fields. */
  readonly locks: Readonly<Record<string, string>>
  /** Notes that are always visible, by path. */
  readonly hints: Readonly<Record<string, string>>
  /** Offered in templates and SQL. */
  readonly completions: readonly Completion[]
  readonly onReset: ((path: string) => void) | undefined
  /** The inherited value; see `SchemaFormProps`. */
  readonly inherited: unknown
  /** Path of the field to navigate to. Collapsed parts around it open. */
  readonly fieldTarget: string | undefined
}

export const FormContext = createContext<FormSetting | undefined>(undefined)

export function useFormSetting(): FormSetting {
  const setting = useContext(FormContext)
  if (!setting) throw new Error('A field stands outside of its form')
  return setting
}

/** Nodes that match the search; undefined without one. A separate context, because only containers use it. */
export const FilterContext = createContext<ReadonlySet<FormNode> | undefined>(undefined)
