import { type ReactNode, useCallback } from 'react'
import { useFormat, useMessages } from '../i18n/index.ts'
import { AffectedItems, confirm, type Question, toast } from '../ui/index.ts'
import { type ChangeDefinition, useChange } from './change.ts'
import { useStartJob } from './jobs/use-jobs.ts'
import { deletionMessages, type ResourceKind } from './resource-kinds.ts'
import { useReportedAction } from './use-reported-action.ts'

/** Texts of a confirmed action: the question, the button, and the toasts for success and failure. */
interface ActionTexts {
  readonly title: string
  readonly action: string
  /** A function if the text depends on choices in the question. */
  readonly done: string | (() => string)
  readonly failed: string
}

interface ActionToConfirm extends Pick<Question, 'typeToConfirm'> {
  /** One sentence: what the action causes. */
  readonly consequence?: ReactNode
  /** Names that are listed above the consequence. */
  readonly affected?: readonly string[]
  /** True unless given: the action deletes or interrupts something. */
  readonly danger?: boolean
  readonly run: () => Promise<unknown>
}

/** A deletion by kind and name has its texts; each of them can be replaced. Other actions have all texts of their own. */
export type ConfirmedAction = ActionToConfirm &
  (ActionTexts | ({ readonly kind: ResourceKind; readonly name: string } & Partial<ActionTexts>))

/**
 * Asks, runs the action and shows the result as a toast. Resolves to whether it was confirmed and succeeded. The
 * returned function is stable.
 */
export function useConfirmAction(): (action: ConfirmedAction) => Promise<boolean> {
  const texts = useMessages(deletionMessages)
  const report = useReportedAction()
  return useCallback(
    async (action) => {
      const {
        title,
        action: label,
        done,
        failed,
      } = 'kind' in action ? { ...textsOf(texts, action), ...action } : action
      if (!(await confirm({ ...questionOf(action), title, action: label }))) return false
      return report(action.run, { done: typeof done === 'string' ? done : done(), failed })
    },
    [texts, report],
  )
}

function textsOf(
  texts: (typeof deletionMessages)['en'],
  { kind, name }: { readonly kind: ResourceKind; readonly name: string },
) {
  const { noun } = texts.kinds[kind]
  return {
    title: texts.deleteNamed(noun, name),
    action: texts.deleteThing(noun),
    done: texts.deletedNamed(name),
    failed: texts.deleteFailed(name),
  }
}

function questionOf({ consequence, affected, danger = true, typeToConfirm }: Omit<ActionToConfirm, 'run'>) {
  return {
    body: affected ? <AffectedItems names={affected}>{consequence}</AffectedItems> : consequence,
    danger,
    ...(typeToConfirm !== undefined && { typeToConfirm }),
  }
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
  const confirmAction = useConfirmAction()
  const startJob = useStartJob()
  const { run } = useChange(change)
  const { consequence, consequenceOfMany = consequence } = rest

  const deleteOne = (item: Item) => {
    const name = nameOf(item)
    const listed = { title: texts.deleteQuestion(texts.kinds[kind].thisOne), action: texts.delete, affected: [name] }
    return confirmAction({ kind, name, consequence, run: () => run(item), ...(listsName && listed), ...one?.(name) })
  }
  const deleteMany = async (items: readonly Item[]) => {
    const count = format.number(items.length)
    const things = texts.kinds[kind].many(count)
    const { job = texts.deleteThing(things), ...replaced } = many?.(count) ?? {}
    const { title = texts.deleteQuestion(things), action = job, started } = replaced
    const affected = [...new Set(items.map(nameOf))]
    const question = questionOf({ affected, consequence: consequenceOfMany })
    if (!(await confirm({ ...question, title, action }))) return false
    startJob({ title: job, items, nameOf: resultNameOf, change, perSecond: Number.POSITIVE_INFINITY })
    if (started !== undefined) toast.info(started)
    return true
  }
  return async (items) => {
    const [only, ...others] = items
    return only !== undefined && others.length === 0 ? deleteOne(only) : deleteMany(items)
  }
}
