import { Drawer, Modal } from '@mantine/core'
import { useMessages } from '../i18n/index.ts'
import type { DialogProps } from './dialogs.tsx'
import { kitMessages } from './messages.ts'
import styles from './overlay.module.css'

interface WindowProps extends DialogProps {
  /** Escape is meant for it. */
  readonly isUppermost: boolean
}

export function ModalWindow({ children, footer, size = 480, ...dialog }: WindowProps) {
  return (
    <Modal {...useDialogProps(dialog)} size={size} centered padding={0} yOffset={48}>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  )
}

export function DrawerWindow({ children, footer, size = 420, ...dialog }: WindowProps) {
  return (
    <Drawer {...useDialogProps(dialog)} position="right" size={size} padding={0}>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Drawer>
  )
}

function useDialogProps({ opened, onClose, title, isUppermost }: Omit<WindowProps, 'children' | 'footer' | 'size'>) {
  const { close } = useMessages(kitMessages)
  return {
    opened,
    onClose,
    title,
    closeOnEscape: isUppermost,
    // The page itself never scrolls (the shell's main column does); the lock would write a style element.
    lockScroll: false,
    // See dialogs.tsx.
    returnFocus: false,
    transitionProps: { duration: 120, transition: 'fade' },
    closeButtonProps: { 'aria-label': close },
    classNames: {
      overlay: styles.backdrop ?? '',
      content: styles.content ?? '',
      header: styles.header ?? '',
      title: styles.title ?? '',
      close: styles.close ?? '',
      body: styles.dialogBody ?? '',
    },
  } as const
}
