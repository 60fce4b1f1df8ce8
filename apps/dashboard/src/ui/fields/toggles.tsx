import { Checkbox as MantineCheckbox, Switch as MantineSwitch } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './controls.module.css'

interface ToggleProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export interface SwitchProps extends Omit<ToggleProps, 'label'> {
  readonly label?: ReactNode
  /** Accessible name, where the context shows the purpose, as in a table. */
  readonly 'aria-label'?: string
}

/** A switch that takes effect immediately. */
export function Switch({ onChange, ...props }: SwitchProps) {
  return (
    <MantineSwitch
      {...props}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{ track: styles.track ?? '', thumb: styles.thumb ?? '', ...toggleClassNames }}
      withThumbIndicator={false}
      size="sm"
    />
  )
}

export interface CheckboxProps extends Omit<ToggleProps, 'label'> {
  readonly label?: ReactNode
  readonly indeterminate?: boolean
  readonly 'aria-label'?: string
}

/** A checkbox: one of several, or part of a form that is sent later. */
export function Checkbox({ onChange, ...props }: CheckboxProps) {
  return (
    <MantineCheckbox
      {...props}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{ input: styles.check ?? '', ...toggleClassNames }}
      size="xs"
    />
  )
}

const toggleClassNames = { label: styles.toggleLabel ?? '', description: styles.toggleDescription ?? '' }
