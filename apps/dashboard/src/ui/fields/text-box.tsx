import type { ComponentProps, ReactNode } from 'react'
import { join } from '../layout/layout.tsx'
import styles from './controls.module.css'

export interface TextBoxProps extends Omit<ComponentProps<'input'>, 'className' | 'style'> {
  readonly mono?: boolean
  readonly left?: ReactNode
  /** Inside the box, at the right end. */
  readonly right?: ReactNode
  /** Width of `right` in px. */
  readonly rightWidth?: number | undefined
}

/** The bordered input without label and error: the native input. */
export function TextBox({ mono = false, left, right, rightWidth = 36, ...input }: TextBoxProps) {
  const hasLeft = left !== undefined && left !== null && left !== false
  const hasRight = right !== undefined && right !== null && right !== false
  return (
    <div className={styles.box}>
      {hasLeft && <span className={join(styles.part, styles.left)}>{left}</span>}
      <input
        spellCheck={false}
        {...input}
        className={join(styles.input, mono && styles.mono, hasLeft && styles.afterLeft)}
        {...(hasRight ? { style: { paddingRight: rightWidth } } : {})}
      />
      {hasRight && (
        <span className={join(styles.part, styles.right)} style={{ width: rightWidth }}>
          {right}
        </span>
      )}
    </div>
  )
}
