import { Popover as MantinePopover } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import overlay from './overlay.module.css'

export interface PopoverProps {
  /** Label of the button. */
  readonly label: ReactNode
  /** Accessible name, where the label is too short on its own. */
  readonly 'aria-label'?: string
  readonly title: string
  readonly children: ReactNode
}

/** Details of a table row, on demand. */
export function Popover({ label, title, children, ...aria }: PopoverProps) {
  const titleId = useId()
  return (
    <MantinePopover
      position="bottom-start"
      offset={4}
      trapFocus
      transitionProps={{ duration: 80 }}
      classNames={{ dropdown: overlay.popover ?? '' }}
    >
      <MantinePopover.Target>
        <Button size="small" variant="subtle" {...aria}>
          {label}
        </Button>
      </MantinePopover.Target>
      <MantinePopover.Dropdown aria-labelledby={titleId}>
        <strong id={titleId}>{title}</strong>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  )
}
