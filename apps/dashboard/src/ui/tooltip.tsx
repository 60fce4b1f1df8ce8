import { Tooltip as MantineTooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import styles from './overlay.module.css'

export interface TooltipProps {
  readonly label: ReactNode
  /** The element; must accept a ref. */
  readonly children: ReactElement
  readonly disabled?: boolean
  readonly side?: 'top' | 'right' | 'bottom'
}

/** A short explanation of the hovered or focused element. Never the only place of an information. */
export function Tooltip({ label, children, disabled = false, side = 'top' }: TooltipProps) {
  return (
    <MantineTooltip
      label={label}
      position={side}
      disabled={disabled}
      openDelay={300}
      events={{ hover: true, focus: true, touch: false }}
      transitionProps={{ duration: 80, transition: 'fade' }}
      multiline
      maw={320}
      classNames={{ tooltip: styles.tooltip ?? '' }}
    >
      {children}
    </MantineTooltip>
  )
}
