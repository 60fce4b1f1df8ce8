import { IconBan, IconLogout, IconTrash, IconUnlink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button } from '../../../ui/index.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'
import { bulkMessages } from './bulk-messages.ts'

const icons: Readonly<Record<BulkAction, ReactNode>> = {
  kick: <IconLogout size={16} aria-hidden />,
  ban: <IconBan size={16} aria-hidden />,
  clean: <IconTrash size={16} aria-hidden />,
  unsubscribe: <IconUnlink size={16} aria-hidden />,
}

/** The actions on the selected clients. */
export function BulkButtons({ onChoose }: { readonly onChoose: (action: BulkAction) => void }) {
  const { actions } = useMessages(bulkMessages)
  return bulkActions.map((action) => (
    <Button key={action} size="small" icon={icons[action]} onClick={() => onChoose(action)}>
      {actions[action].name}
    </Button>
  ))
}
