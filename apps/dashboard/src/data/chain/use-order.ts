import { useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { toast } from '../../ui/index.ts'
import { type ChangeDefinition, useChange } from '../change.ts'
import { useErrorText } from '../errors.ts'
import { chainMessages } from './messages.ts'

interface OrderOptions<Member> {
  /** As the broker has it; undefined before it has answered. */
  readonly chain: readonly Member[] | undefined
  readonly idOf: (member: Member) => string
  /** Sends all ids in their new order. */
  readonly change: ChangeDefinition<readonly string[], undefined>
}

/** The chain as it was last moved, until the broker has said that it is so. */
export function useOrder<Member>({ chain, idOf, change }: OrderOptions<Member>) {
  const texts = useMessages(chainMessages)
  const describe = useErrorText()
  const { run } = useChange(change)
  const [moved, setMoved] = useState<{ readonly of: unknown; readonly ids: readonly string[] }>()
  // An answer of the broker replaces what was shown meanwhile.
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
  /** For a row's menu; of two rows the way up or down leads there already. */
  const moveToEnds = (index: number) =>
    last < 2
      ? []
      : [
          { label: texts.toTop, disabled: index === 0, onSelect: () => move(index, 0) },
          { label: texts.toBottom, disabled: index === last, onSelect: () => move(index, last) },
        ]
  return { rows, move, moveToEnds }
}
