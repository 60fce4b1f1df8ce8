import { useState } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { toast } from '../ui/index.ts'
import { useErrorText } from './errors/errors.ts'

/** A row that was moved. */
export interface Moved {
  readonly id: string
  /** All IDs in their new order. */
  readonly ids: readonly string[]
  /** As EMQX's endpoints take it: `front`, `rear` or `after:ID`. */
  readonly position: string
}

interface OrderOptions<Row> {
  /** In the order of the broker; undefined until it is loaded. */
  readonly rows: readonly Row[] | undefined
  readonly idOf: (row: Row) => string
  readonly save: (moved: Moved) => Promise<unknown>
}

/** The rows in the order that the user has just chosen, until the broker confirms it. */
export function useOrder<Row>({ rows: loaded, idOf, save }: OrderOptions<Row>) {
  const texts = useMessages(orderMessages)
  const describe = useErrorText()
  const [moved, setMoved] = useState<{ readonly of: unknown; readonly ids: readonly string[] }>()
  // A new response of the broker replaces the order shown meanwhile.
  const rows =
    moved && moved.of === loaded
      ? loaded && moved.ids.flatMap((id) => loaded.find((one) => idOf(one) === id) ?? [])
      : loaded
  const last = (rows?.length ?? 0) - 1
  const move = (from: number, to: number) => {
    const ids = rows?.map(idOf) ?? []
    const [id] = ids.slice(from, from + 1)
    if (id === undefined || from === to) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    const position = to === 0 ? 'front' : to === last ? 'rear' : `after:${next[to - 1]}`
    setMoved({ of: loaded, ids: next })
    save({ id, ids: next, position }).catch((error: unknown) => {
      setMoved(undefined)
      toast.error(texts.orderFailed, describe(error))
    })
  }
  /** For the menu of a row. With two rows, moving up or down does the same. */
  const moveToEnds = (index: number) =>
    last < 2
      ? []
      : [
          { label: texts.moveToTop, disabled: index === 0, onSelect: () => move(index, 0) },
          { label: texts.moveToBottom, disabled: index === last, onSelect: () => move(index, last) },
        ]
  return { rows, move, moveToEnds }
}

const orderMessages = defineMessages({
  en: {
    orderFailed: 'Could not change the order',
    moveToTop: 'Move to top',
    moveToBottom: 'Move to bottom',
  },
  zh: {
    orderFailed: '无法更改顺序',
    moveToTop: '移到顶部',
    moveToBottom: '移到底部',
  },
})
