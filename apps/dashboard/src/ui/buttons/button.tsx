import type { ComponentProps, ReactNode } from 'react'
import { join } from '../layout/layout.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './button.module.css'

type NativeProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'title'>

export interface ButtonProps extends NativeProps {
  /**
   * `primary` at most once per screen; `danger` for actions that cannot be undone; `confirm-danger` only in the dialog that
   * confirms one; `subtle-red` shows what is wrong.
   */
  readonly variant?: 'default' | 'primary' | 'subtle' | 'subtle-red' | 'danger' | 'confirm-danger'
  readonly size?: 'medium' | 'small'
  readonly icon?: ReactNode
  /** Shows a spinner and disables the button. */
  readonly loading?: boolean
  readonly fullWidth?: boolean
}

export function Button({
  variant = 'default',
  size = 'medium',
  icon,
  loading = false,
  fullWidth = false,
  type = 'button',
  disabled,
  children,
  ...native
}: ButtonProps) {
  return (
    <button
      {...native}
      type={type}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      className={join(styles.button, styles[variant], size === 'small' && styles.small, fullWidth && styles.full)}
    >
      {loading ? <span className={styles.spinner} aria-hidden /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<NativeProps, 'aria-label'> {
  /** Accessible name, also shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly size?: 'medium' | 'small'
  readonly loading?: boolean
}

/** An icon button. It always has an accessible name. */
export function IconButton({ label, icon, size = 'medium', loading = false, disabled, ...native }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        {...native}
        disabled={disabled === true || loading}
        aria-label={label}
        aria-busy={loading || undefined}
        className={join(styles.icon, size === 'small' && styles.small)}
      >
        {loading ? <span className={styles.spinner} aria-hidden /> : icon}
      </button>
    </Tooltip>
  )
}

interface CompactIconButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'aria-label'> {
  /** Accessible name. */
  readonly label: string
  readonly icon: ReactNode
  /** Width and height in px. */
  readonly size?: 22 | 24 | 26 | 28
}

/** An icon button inside of a field, label, tag or toast: dim, without a border and a tooltip. */
export function CompactIconButton({ label, icon, size = 26, className, ...native }: CompactIconButtonProps) {
  return (
    <button
      type="button"
      {...native}
      aria-label={label}
      className={join(styles.compact, className)}
      style={{ width: size, height: size }}
    >
      {icon}
    </button>
  )
}
