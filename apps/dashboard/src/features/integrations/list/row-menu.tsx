import { IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useIsViewer, useRowActions } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import type { RowAction } from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { isDown, type State } from '../state.ts'

interface RowMenu {
  readonly state: State | undefined
  readonly onSettings: () => void
  /** Entries that create something with the resource of the row. */
  readonly creations?: readonly RowAction[]
  readonly onDuplicate: () => void
  readonly onStart: () => unknown
  readonly onDelete: () => unknown
}

const icon = { size: 16, 'aria-hidden': true } as const

/** The menu of a row in the lists of connectors, actions, sources and webhooks. Viewers can only open the settings. */
export function useRowMenu(): (menu: RowMenu) => readonly RowAction[] {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  return ({ state, onSettings, creations = [], onDuplicate, onStart, onDelete }) => {
    const settings = { label: texts.settings, icon: <IconPencil {...icon} />, onSelect: onSettings }
    if (isViewer) return [settings]
    const reconnect = { label: texts.reconnect, icon: <IconPlayerPlay {...icon} />, onSelect: () => void onStart() }
    return [
      settings,
      ...creations,
      rowAction.duplicate(onDuplicate),
      ...(state !== undefined && isDown(state) ? [reconnect] : []),
      rowAction.delete(onDelete),
    ]
  }
}
