import type { ComponentProps } from 'react'
import { join } from '../layout/layout.tsx'
import styles from './menu-trigger.module.css'

/** The button of a menu in a header, without a border. Its text or icons are the current value. */
export function MenuTrigger({ className, ...button }: ComponentProps<'button'>) {
  return <button type="button" {...button} className={join(styles.trigger, className)} />
}
