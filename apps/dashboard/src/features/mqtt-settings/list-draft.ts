import { useState } from 'react'
import {
  type ChangeDefinition,
  type Loaded,
  type QueryDefinition,
  useChange,
  useErrorSentence,
  useFresh,
  validationProblemOf,
} from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { sameJson } from '../../lib/json/json-path.ts'
import type { OutsideChange } from '../../schema-form/index.ts'
import { toast } from '../../ui/index.ts'
import { listMessages } from './list-messages.ts'

/** A list element. The broker has no IDs for them; `id` identifies it while the list is edited. */
export interface ListItem<T> {
  readonly id: string
  readonly value: T
}

/** A list that is being edited. It is saved as a whole. */
export interface ListDraft<T> {
  /** Undefined until the list is loaded. */
  readonly items: readonly ListItem<T>[] | undefined
  readonly saved: readonly T[]
  /** Number of added, removed and changed items, plus one for a changed order. */
  readonly changes: number
  /** Replaces an item, or adds a new one at the end. */
  readonly put: (at: ListItem<T> | 'new', value: T) => void
  readonly remove: (id: string) => void
  readonly move: (from: number, to: number) => void
  readonly discard: () => void
  /** Loads the list again first. If another user has changed it, sets `outsideChange` and saves nothing. */
  readonly save: () => Promise<void>
  readonly isSaving: boolean
  readonly problem: string | undefined
  readonly outsideChange: OutsideChange | undefined
  readonly closeOutsideChange: () => void
}

interface EditState<T> {
  /** The latest loaded list. */
  readonly seen: readonly T[]
  readonly base: readonly ListItem<T>[]
  readonly items: readonly ListItem<T>[]
}

export function useListDraft<T>(
  query: QueryDefinition<undefined, readonly T[]>,
  loaded: Loaded<readonly T[]>,
  change: ChangeDefinition<readonly T[], unknown>,
): ListDraft<T> {
  const texts = useMessages(listMessages)
  const errorText = useErrorSentence()
  const fresh = useFresh(query, undefined)
  const { run } = useChange(change)
  const [editing, setEditing] = useState<EditState<T>>()
  const [problem, setProblem] = useState<string>()
  const [outsideChange, setOutsideChange] = useState<OutsideChange>()
  const [isSaving, setSaving] = useState(false)
  const changes = editing ? countChanges(editing.base, editing.items) : 0

  // With unsaved changes, a newly loaded list is ignored here. `save` reports it.
  if (loaded.data && loaded.data !== editing?.seen && changes === 0) {
    const isSame = editing && sameJson(loaded.data, valuesOf(editing.base))
    const items = isSame ? editing.base : loaded.data.map((value) => toItem(value))
    setEditing({ seen: loaded.data, base: items, items })
  }

  const edit = (next: (items: readonly ListItem<T>[]) => readonly ListItem<T>[]) => {
    setProblem(undefined)
    setEditing((current) => current && { ...current, items: next(current.items) })
  }
  const send = async ({ base, items }: EditState<T>) => {
    const latest = await fresh()
    const before = valuesOf(base)
    if (!sameJson(latest, before)) {
      setOutsideChange({ before, after: latest })
      // The changes are now relative to the new list.
      setEditing({ seen: latest, base: reuseItems(latest, base), items })
      return
    }
    const next = valuesOf(items)
    await run(next)
    setOutsideChange(undefined)
    setEditing((current) => current && { ...current, base: items })
    toast.success(texts.updated)
  }
  return {
    items: editing?.items,
    saved: editing ? valuesOf(editing.base) : [],
    changes,
    put: (at, value) =>
      edit((items) => {
        if (at === 'new') return [...items, toItem(value)]
        return items.map((item) => (item.id === at.id ? { ...item, value } : item))
      }),
    remove: (id) => edit((items) => items.filter((item) => item.id !== id)),
    move: (from, to) => edit((items) => moved(items, from, to)),
    discard() {
      setProblem(undefined)
      setOutsideChange(undefined)
      setEditing((current) => current && { ...current, items: current.base })
    },
    async save() {
      if (!editing) return
      setSaving(true)
      setProblem(undefined)
      try {
        await send(editing)
      } catch (error) {
        const row = rejectedRow(error)
        setProblem(row === undefined ? errorText(error) : `${texts.row(row)} ${errorText(error)}`)
      } finally {
        setSaving(false)
      }
    },
    isSaving,
    problem,
    outsideChange,
    closeOutsideChange: () => setOutsideChange(undefined),
  }
}

/** The values of all items except the edited one. */
export const otherValues = <T>(
  edited: ListItem<T> | 'new' | undefined,
  items: readonly ListItem<T>[] = [],
): readonly T[] => valuesOf(items.filter((item) => edited === 'new' || item.id !== edited?.id))

let lastId = 0
const toItem = <T>(value: T): ListItem<T> => ({ id: String(++lastId), value })

const valuesOf = <T>(items: readonly ListItem<T>[]): readonly T[] => items.map(({ value }) => value)

/** Creates items for `values`, reusing each known item with an equal value once. */
function reuseItems<T>(values: readonly T[], known: readonly ListItem<T>[]): readonly ListItem<T>[] {
  const left = [...known]
  return values.map((value) => {
    const index = left.findIndex((item) => sameJson(item.value, value))
    return (index < 0 ? undefined : left.splice(index, 1)[0]) ?? toItem(value)
  })
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

export function countChanges<T>(base: readonly ListItem<T>[], items: readonly ListItem<T>[]): number {
  const known = new Map(base.map((item) => [item.id, item.value]))
  const kept = items.filter(({ id }) => known.has(id))
  const added = items.length - kept.length
  const removed = base.length - kept.length
  const edited = kept.filter(({ id, value }) => !sameJson(known.get(id), value)).length
  const left = new Set(kept.map(({ id }) => id))
  const order = base.filter(({ id }) => left.has(id))
  const isReordered = order.some(({ id }, index) => kept[index]?.id !== id)
  return added + removed + edited + (isReordered ? 1 : 0)
}

/** The row that the broker rejected, from 1 like in its paths: `rewrite.2.re`. */
function rejectedRow(error: unknown): number | undefined {
  const row = /\.(\d+)(?:\.[a-z_]+)?$/.exec(validationProblemOf(error)?.path ?? '')?.[1]
  return row === undefined ? undefined : Number(row)
}
