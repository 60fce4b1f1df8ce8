import { Popover as MantinePopover } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import overlay from './overlay.module.css'

export interface PopoverProps {
  /** Label of the button. */
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Size of a framed button. A small one without a frame, as in tables, unless given. */
  readonly size?: 'medium' | 'small' | undefined
  /** Accessible name, where the label is too short on its own. */
  readonly 'aria-label'?: string
  readonly title: string
  /** A function can close the popover. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** Details or a short form below their button. */
export function Popover({ label, icon, size, title, children, ...aria }: PopoverProps) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <MantinePopover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      offset={4}
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
      classNames={{ dropdown: overlay.popover ?? '' }}
    >
      <MantinePopover.Target>
        <Button
          size={size ?? 'small'}
          variant={size ? 'default' : 'subtle'}
          icon={icon}
          onClick={() => setOpen(!isOpen)}
          {...aria}
        >
          {label}
        </Button>
      </MantinePopover.Target>
      <MantinePopover.Dropdown aria-labelledby={titleId}>
        <strong id={titleId}>{title}</strong>
        {typeof children === 'function' ? children(close) : children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  )
}
