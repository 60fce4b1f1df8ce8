import { useState } from 'react'
import {
  type ChangeDefinition,
  type Loaded,
  type QueryDefinition,
  useChange,
  useErrorSentence,
  useFresh,
} from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { sameJson } from '../../lib/json-path.ts'
import type { OutsideChange } from '../../schema-form/index.ts'
import { toast } from '../../ui/index.ts'
import { listMessages } from './list-messages.ts'
import { refusedRow } from './refused-row.ts'

/** One element of a list that the broker knows by its place alone; `id` tells it apart while the list is edited. */
export interface Item<T> {
  readonly id: string
  readonly value: T
}

/** A list being edited: nothing of it is in force until it is saved, whole. */
export interface ListDraft<T> {
  /** Undefined until the broker has answered. */
  readonly items: readonly Item<T>[] | undefined
  readonly saved: readonly T[]
  /** How many were added, removed, changed, and one for another order. */
  readonly changes: number
  /** In the place of an item, or at the end. */
  readonly put: (at: Item<T> | 'new', value: T) => void
  readonly remove: (id: string) => void
  readonly move: (from: number, to: number) => void
  readonly discard: () => void
  /** Asks for the list again first; when somebody else has saved another one, says so and saves nothing. */
  readonly save: () => Promise<void>
  readonly isSaving: boolean
  readonly problem: string | undefined
  readonly outside: OutsideChange | undefined
  readonly closeOutside: () => void
}

interface Editing<T> {
  /** The broker's answer that it began with or has followed. */
  readonly seen: readonly T[]
  readonly base: readonly Item<T>[]
  readonly items: readonly Item<T>[]
}

export function useListDraft<T>(
  query: QueryDefinition<undefined, readonly T[]>,
  loaded: Loaded<readonly T[]>,
  change: ChangeDefinition<readonly T[], unknown>,
): ListDraft<T> {
  const texts = useMessages(listMessages)
  const describe = useErrorSentence()
  const fresh = useFresh(query, undefined)
  const { run } = useChange(change)
  const [editing, setEditing] = useState<Editing<T>>()
  const [problem, setProblem] = useState<string>()
  const [outside, setOutside] = useState<OutsideChange>()
  const [isSaving, setSaving] = useState(false)
  const changes = editing ? countChanges(editing.base, editing.items) : 0

  // What comes while there are changes waits until they are saved: then it is told.
  if (loaded.data && loaded.data !== editing?.seen && changes === 0) {
    const isSame = editing && sameJson(loaded.data, valuesOf(editing.base))
    const items = isSame ? editing.base : loaded.data.map((value) => toItem(value))
    setEditing({ seen: loaded.data, base: items, items })
  }

  const edit = (next: (items: readonly Item<T>[]) => readonly Item<T>[]) => {
    setProblem(undefined)
    setEditing((now) => now && { ...now, items: next(now.items) })
  }
  const send = async ({ base, items }: Editing<T>) => {
    const theirs = await fresh()
    const before = valuesOf(base)
    if (!sameJson(theirs, before)) {
      setOutside({ before, after: theirs })
      // From now on the differences are those to the new list.
      setEditing({ seen: theirs, base: recognise(theirs, base), items })
      return
    }
    const next = valuesOf(items)
    await run(next)
    setOutside(undefined)
    setEditing((now) => now && { ...now, base: items })
    toast.success(texts.saved)
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
      setOutside(undefined)
      setEditing((now) => now && { ...now, items: now.base })
    },
    async save() {
      if (!editing) return
      setSaving(true)
      setProblem(undefined)
      try {
        await send(editing)
      } catch (error) {
        const row = refusedRow(error)
        setProblem(row === undefined ? describe(error) : `${texts.row(row)} ${describe(error)}`)
      } finally {
        setSaving(false)
      }
    },
    isSaving,
    problem,
    outside,
    closeOutside: () => setOutside(undefined),
  }
}

/** The values beside the one that is being edited. */
export const valuesBeside = <T>(edited: Item<T> | 'new' | undefined, items: readonly Item<T>[] = []): readonly T[] =>
  valuesOf(items.filter((item) => edited === 'new' || item.id !== edited?.id))

let lastId = 0
const toItem = <T>(value: T): Item<T> => ({ id: String(++lastId), value })

const valuesOf = <T>(items: readonly Item<T>[]): readonly T[] => items.map(({ value }) => value)

/** Another list with the items of the known one where they are the same; each is used once. */
function recognise<T>(values: readonly T[], known: readonly Item<T>[]): readonly Item<T>[] {
  const left = [...known]
  return values.map((value) => {
    const index = left.findIndex((one) => sameJson(one.value, value))
    return (index < 0 ? undefined : left.splice(index, 1)[0]) ?? toItem(value)
  })
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

export function countChanges<T>(base: readonly Item<T>[], items: readonly Item<T>[]): number {
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
