import { IconBan, IconLogout, IconTrash, IconUnlink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Menu } from '../../ui/index.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { bulkMessages } from './bulk-messages.ts'

const icons: Readonly<Record<BulkAction, ReactNode>> = {
  kick: <IconLogout size={16} aria-hidden />,
  ban: <IconBan size={16} aria-hidden />,
  clean: <IconTrash size={16} aria-hidden />,
  unsubscribe: <IconUnlink size={16} aria-hidden />,
}

interface BulkButtonsProps {
  readonly onChoose: (action: BulkAction) => void
}

/** The actions on the selected clients. */
export function BulkButtons({ onChoose }: BulkButtonsProps) {
  const { actions } = useMessages(bulkMessages)
  return bulkActions.map((action) => (
    <Button key={action} size="small" icon={icons[action]} onClick={() => onChoose(action)}>
      {actions[action].name}
    </Button>
  ))
}

interface AllClientsMenuProps extends BulkButtonsProps {
  readonly isFiltered: boolean
}

/** The same actions on all clients that match the filters, on all pages. */
export function AllClientsMenu({ isFiltered, onChoose }: AllClientsMenuProps) {
  const texts = useMessages(bulkMessages)
  return (
    <Menu
      trigger={<Button size="small">{isFiltered ? texts.allMatching : texts.allClients}</Button>}
      items={bulkActions.map((action) => ({
        label: texts.actions[action].name,
        icon: icons[action],
        danger: true,
        onSelect: () => onChoose(action),
      }))}
    />
  )
}
