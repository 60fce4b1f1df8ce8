import { useFormat, useMessages } from '../../i18n/index.ts'
import { messages } from './messages.ts'
import type { ListPage } from './queries.ts'

interface CountProps {
  readonly list: ListPage<unknown> | undefined
  readonly isFirst: boolean
  readonly text: (count: string) => string
}

/** Without a total from the broker, the number is known only if all rows are on the first page. */
export function Count({ list, isFirst, text }: CountProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!list) return null
  const total = list.total ?? (isFirst && !list.hasNext ? list.rows.length : undefined)
  return total === undefined ? texts.onPage(format.number(list.rows.length)) : text(format.number(total))
}
