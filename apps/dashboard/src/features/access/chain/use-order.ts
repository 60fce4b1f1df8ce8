import { useState } from 'react'
import { type ChangeDefinition, useChange } from '../../../api/change.ts'
import { useErrorText } from '../../../api/errors/errors.ts'
import { useMessages } from '../../../i18n/index.ts'
import { toast } from '../../../ui/index.ts'
import { chainMessages } from './messages.ts'

interface OrderOptions<Member> {
  /** In the order of the broker; undefined until it is loaded. */
  readonly chain: readonly Member[] | undefined
  readonly idOf: (member: Member) => string
  /** Sends all ids in their new order. */
  readonly change: ChangeDefinition<readonly string[], undefined>
}

/** The chain in the order that the user has just chosen, until the broker confirms it. */
export function useOrder<Member>({ chain, idOf, change }: OrderOptions<Member>) {
  const texts = useMessages(chainMessages)
  const describe = useErrorText()
  const { run } = useChange(change)
  const [moved, setMoved] = useState<{ readonly of: unknown; readonly ids: readonly string[] }>()
  // A new response of the broker replaces the order shown meanwhile.
  const rows =
    moved && moved.of === chain
      ? chain && moved.ids.flatMap((id) => chain.find((one) => idOf(one) === id) ?? [])
      : chain
  const last = (rows?.length ?? 0) - 1
  const move = (from: number, to: number) => {
    const ids = rows?.map(idOf) ?? []
    const [id] = ids.slice(from, from + 1)
    if (id === undefined || from === to) return
    const next = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    setMoved({ of: chain, ids: next })
    run(next).catch((error: unknown) => {
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
