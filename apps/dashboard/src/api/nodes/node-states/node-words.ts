import { useFormat, useMessages } from '../../../i18n/index.ts'
import { nodeMessages } from './messages.ts'
import { useShortName } from './short-name.ts'

const most = 3

/** Node names as a list; a few names and the number of the others: `a@h, b@h and 22 others`. */
export function useNodeList(): (nodes: readonly string[]) => string {
  const texts = useMessages(nodeMessages)
  const { list } = useFormat()
  const short = useShortName()
  return (nodes) =>
    nodes.length > most
      ? list([...nodes.slice(0, most - 1).map(short), texts.theOthers(nodes.length - most + 1)])
      : list(nodes.map(short))
}
