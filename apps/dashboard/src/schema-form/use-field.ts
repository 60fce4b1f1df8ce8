import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { type Locale, useLocale, useMessages } from '../i18n/index.ts'
import { type Path, valueAt } from '../lib/json/json-path.ts'
import type { Completion, FieldProps } from '../ui/index.ts'
import { type FormState, type FormStore, faultAt, pathKey } from './form-store.ts'
import { formTexts } from './messages.ts'
import type { FormNode } from './model.ts'
import { symbolText } from './symbol-texts.ts'
import { differsFromDefault, initialValue, sameValue } from './values.ts'

export interface Field {
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly blur: () => void
  /** Props around the control. */
  readonly frame: Omit<FieldProps, 'width'> & { readonly label: string }
  readonly isDisabled: boolean
}

/** State of the field of one node. Renders again only if its own value, error or lock changes. */
export function useField({ node, path, action, label, isBare = false }: NodeFieldProps): Field {
  const setting = useFormSetting()
  const { store } = setting
  const locale = useLocale()
  const texts = useMessages(formTexts)
  const key = pathKey(path)
  const value = useFormPart((state) => valueAt(state.value, path))
  const initial = useFormPart((state) => valueAt(state.initial, path))
  const fault = useFormPart((state) => faultAt(state, key))
  const isSecretToEnter = useFormPart(({ secretsToEnter }) => secretsToEnter.has(key))
  const lock = lockOf(setting, path)
  const isDisabled = setting.isReadOnly || lock !== undefined || node.readOnly
  const set = useCallback((next: unknown) => store.set(path, next), [store, path])
  const blur = useCallback(() => store.check(path), [store, path])
  const isUnsaved = !sameValue(node, value, initial)
  // In a form of overrides, present fields are overrides; only groups inherit.
  const isOverride = setting.inherited !== undefined && path.length > 1
  const isCustom = isOverride ? value !== undefined : differsFromDefault(node, value)
  const hint = [lock, setting.hints[key]].filter((one) => one !== undefined).join(' ')
  const shownDefault = useMemo(() => showValue(node, initialValue(node), locale), [node, locale])
  const { onReset } = setting
  const name = label ?? node.label[locale]
  const frame: Field['frame'] = {
    // Row numbers are only for screen readers.
    ...(isBare ? { label: '', 'aria-label': name } : { label: name, help: node.help?.[locale] }),
    description: hint === '' ? undefined : hint,
    error: fault?.[locale],
    required: isSecretToEnter || node.filled || (node.required && node.default === undefined && node.kind !== 'switch'),
    disabled: isDisabled,
    placeholder: placeholderOf(node, shownDefault, texts.defaultValue),
    mark: isBare ? undefined : isUnsaved ? 'unsaved' : isCustom ? 'custom' : undefined,
    ...(isCustom &&
      !isOverride &&
      !isBare &&
      !isDisabled && {
        onReset: () => (onReset ? onReset(key) : set(initialValue(node))),
        ...(shownDefault !== undefined && { resetTo: shownDefault }),
      }),
    ...(action !== undefined && { action }),
  }
  return { value, set, blur, frame, isDisabled }
}

/** A part of the form's state; renders again if it changes. */
export function useFormPart<T>(select: (state: FormState) => T): T {
  const { store } = useFormSetting()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** Whether the requested field is one of these, or inside of one. */
export function useContainsTarget(cells: readonly Pick<Cell, 'path'>[]): boolean {
  const { fieldTarget } = useFormSetting()
  return fieldTarget !== undefined && cells.some(({ path }) => `${fieldTarget}.`.startsWith(`${pathKey(path)}.`))
}

function lockOf({ locks }: FormSetting, path: Path): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const key = pathKey(path.slice(0, length))
    if (Object.hasOwn(locks, key)) return length === path.length ? locks[key] : ''
  }
  return undefined
}

function placeholderOf(node: FormNode, shown: string | undefined, defaultValue: (value: string) => string) {
  if (shown !== undefined && shown !== '' && typeof node.default !== 'object') return defaultValue(shown)
  // An example of a secret is not helpful.
  if (node.kind === 'secret') return undefined
  return typeof node.example === 'string' || typeof node.example === 'number' ? String(node.example) : undefined
}

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

/** A short text of a value, e.g. of a default; undefined without a value. */
export function showValue(node: FormNode, value: unknown, locale: Locale): string | undefined {
  if (value === undefined || value === null) return undefined
  switch (node.kind) {
    case 'secret':
      return undefined
    case 'hostPort':
      // Port 0 without an address means off.
      return Number(value) === 0 ? off[locale] : String(value)
    case 'switch':
      return (value === true ? on : off)[locale]
    case 'union': {
      const alternative = node.alternatives.find(({ symbol }) => symbol === value)
      return alternative ? alternative.label[locale] : isSymbol(value) ? String(value) : JSON.stringify(value)
    }
    case 'enum':
    case 'constant':
      return isSymbol(value) ? symbolText(value, node)[locale] : JSON.stringify(value)
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(amount, '$1 $2')
  }
}

/** `1MB`, `30s` */
const amount = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|KB|MB|GB)$/

const on = { en: 'Enabled', zh: '启用' }
const off = { en: 'Disabled', zh: '禁用' }

const isSymbol = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
