import {
  IconBolt,
  IconDatabaseImport,
  IconFilter,
  IconHash,
  IconListDetails,
  IconQuestionMark,
  IconRepeat,
  IconSend,
  IconTerminal2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TypeMark } from '../../ui/index.ts'
import { partsOf, useTypeInfo } from '../integrations/index.ts'

const icons = {
  topic: IconHash,
  event: IconBolt,
  source: IconDatabaseImport,
  function: IconListDetails,
  filter: IconFilter,
  rule: IconFilter,
  action: IconSend,
  republish: IconRepeat,
  console: IconTerminal2,
  builtIn: IconQuestionMark,
} as const

/** The drawing of a node: the mark of the type for actions and sources. */
export function useNodeIcon(): (kind: keyof typeof icons, name: string) => ReactNode {
  const infoOf = useTypeInfo()
  return (kind, name) => {
    if ((kind === 'action' || kind === 'source') && name.includes(':'))
      return <TypeMark type={infoOf(partsOf(name).type)} size={26} />
    const Icon = icons[kind]
    return <Icon size={20} stroke={1.7} aria-hidden />
  }
}
