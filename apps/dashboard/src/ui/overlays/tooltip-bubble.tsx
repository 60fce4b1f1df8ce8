import { Tooltip as MantineTooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './overlay.module.css'

export interface TooltipBubbleProps {
  /** Of the text, for `aria-describedby`. */
  readonly id: string
  readonly label: ReactNode
  readonly anchor: HTMLElement
  readonly side: 'top' | 'right' | 'bottom'
}

/** The text of an open tooltip, next to `anchor`. */
export function TooltipBubble({ id, label, anchor, side }: TooltipBubbleProps) {
  return (
    <MantineTooltip
      opened
      target={anchor}
      label={<span id={id}>{label}</span>}
      position={side}
      transitionProps={{ duration: 80, transition: 'fade' }}
      multiline
      maw={320}
      classNames={{ tooltip: styles.tooltip ?? '' }}
    />
  )
}
