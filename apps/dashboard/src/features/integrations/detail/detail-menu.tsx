import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, IconButton, Menu } from '../../../ui/index.ts'
import { messages } from '../messages.ts'

interface DetailMenuProps {
  readonly isEnabled: boolean
  readonly onSwitch: (enable: boolean) => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
  /** Additional buttons for common next steps. */
  readonly children?: ReactNode
}

/** Buttons and menu of a detail page. */
export function DetailMenu({ isEnabled, onSwitch, onDuplicate, onDelete, children }: DetailMenuProps) {
  const texts = useMessages(messages)
  return (
    <>
      <Button onClick={() => onSwitch(!isEnabled)}>{isEnabled ? texts.disable : texts.enable}</Button>
      {children}
      <Menu
        trigger={<IconButton label={texts.moreActions} icon={<IconDots size={17} aria-hidden />} />}
        items={[
          { label: texts.duplicate, onSelect: onDuplicate },
          { label: texts.delete, danger: true, onSelect: onDelete },
        ]}
      />
    </>
  )
}
