import { type ReactNode, useCallback } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { type ChangeDefinition, useChange } from './change.ts'
import { type ActionTexts, type ActionToConfirm, useConfirmAction } from './confirm-action.tsx'
import { useConfirmJob } from './confirm-job.ts'
import { deletionMessages, type ResourceKind } from './resource-kinds.ts'

interface DeletionToConfirm extends ActionToConfirm, Partial<ActionTexts> {
  readonly kind: ResourceKind
  readonly name: string
}

/** `useConfirmAction` with the texts of a deletion; each of them can be replaced. The returned function is stable. */
export function useConfirmDeletion(): (deletion: DeletionToConfirm) => Promise<boolean> {
  const texts = useMessages(deletionMessages)
  const confirmAction = useConfirmAction()
  return useCallback(
    ({ kind, name, ...action }) => {
      const { noun } = texts.kinds[kind]
      return confirmAction({
        title: texts.deleteNamed(noun, name),
        action: texts.deleteThing(noun),
        done: texts.deletedNamed(name),
        failed: texts.deleteFailed(name),
        ...action,
      })
    },
    [texts, confirmAction],
  )
}

interface TextsForMany extends Pick<ActionTexts, 'title' | 'action'> {
  /** Name of the job. */
  readonly job: string
  /** Shown when the job starts. */
  readonly started: string
}

interface Deletion<Item> {
  readonly kind: ResourceKind
  /** Name of an item in the question and in the toasts. */
  readonly nameOf: (item: Item) => string
  /** Name of an item in the results of the job, where names may repeat; `nameOf` unless given. */
  readonly resultNameOf?: (item: Item) => string
  readonly consequence?: ReactNode
  /** Consequence for several items; `consequence` unless given. */
  readonly consequenceOfMany?: ReactNode
  /** The name is listed below the question "Delete this trace?", because it is long or not an identifier. */
  readonly listsName?: boolean
  /** Replaced texts for one item. */
  readonly one?: (name: string) => Partial<ActionTexts>
  /** Replaced texts for several items. */
  readonly many?: (count: string) => Partial<TextsForMany>
}

/**
 * Deletes one item, or several as a job, after a confirmation. Resolves to whether the item was deleted or the job was
 * started.
 */
export function useDelete<Item>(
  change: ChangeDefinition<Item, unknown>,
  { kind, nameOf, resultNameOf = nameOf, listsName = false, one, many, ...rest }: Deletion<Item>,
): (items: readonly Item[]) => Promise<boolean> {
  const texts = useMessages(deletionMessages)
  const format = useFormat()
  const confirmDeletion = useConfirmDeletion()
  const confirmJob = useConfirmJob()
  const { run } = useChange(change)
  const { consequence, consequenceOfMany = consequence } = rest

  const deleteOne = (item: Item) => {
    const name = nameOf(item)
    const listed = { title: texts.deleteQuestion(texts.kinds[kind].thisOne), action: texts.delete, affected: [name] }
    return confirmDeletion({ kind, name, consequence, run: () => run(item), ...(listsName && listed), ...one?.(name) })
  }
  const deleteMany = (items: readonly Item[]) => {
    const count = format.number(items.length)
    const things = texts.kinds[kind].many(count)
    const { job = texts.deleteThing(things), ...replaced } = many?.(count) ?? {}
    const { title = texts.deleteQuestion(things), action = job, started } = replaced
    return confirmJob({
      title,
      action,
      affected: [...new Set(items.map(nameOf))],
      consequence: consequenceOfMany,
      job,
      items,
      nameOf: resultNameOf,
      change,
      perSecond: Number.POSITIVE_INFINITY,
      started,
    })
  }
  return async (items) => {
    const [only, ...others] = items
    return only !== undefined && others.length === 0 ? deleteOne(only) : deleteMany(items)
  }
}
