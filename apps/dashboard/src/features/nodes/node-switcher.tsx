import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { useMessages } from '../../i18n/index.ts'
import { Group, IconButton, useGo } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface NodeSwitcherProps {
  readonly present: string
  /** Names of all nodes, sorted. */
  readonly names: readonly string[]
  /** Search parameters for the next page: the range of its history. */
  readonly search: Readonly<Record<string, string>>
}

/** Opens another node: previous, next, or by name. Hidden with a single node. */
export function NodeSwitcher({ present, names, search }: NodeSwitcherProps) {
  const texts = useMessages(messages)
  const go = useGo()
  if (names.length < 2) return null
  const show = (node: string | undefined) =>
    node !== undefined && go({ to: '/dashboard/nodes/$nodeName', params: { nodeName: node }, search })
  const index = names.indexOf(present)
  return (
    <Group gap={1}>
      <IconButton
        label={texts.previousNode}
        icon={<IconChevronLeft size={17} aria-hidden />}
        onClick={() => show(names.at((Math.max(index, 0) - 1) % names.length))}
      />
      <NodePicker all={null} withStopped width={220} value={present} onChange={show} name={texts.switchNode} />
      <IconButton
        label={texts.nextNode}
        icon={<IconChevronRight size={17} aria-hidden />}
        onClick={() => show(names[(index + 1) % names.length])}
      />
    </Group>
  )
}
