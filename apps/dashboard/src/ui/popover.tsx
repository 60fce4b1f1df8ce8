import { Popover as MantinePopover } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import overlay from './overlay.module.css'

export interface PopoverProps {
  /** On the button that opens it. */
  readonly label: ReactNode
  /** Read aloud in its place, where the label is short because of what stands beside it. */
  readonly 'aria-label'?: string
  readonly title: string
  readonly children: ReactNode
}

/** More of what stands in a row, on demand. */
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
