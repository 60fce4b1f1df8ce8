import { Drawer, Modal } from '@mantine/core'
import { useMessages } from '../i18n/index.ts'
import type { DialogProps } from './dialogs.tsx'
import { kitMessages } from './messages.ts'
import styles from './overlay.module.css'
import { askToLeave } from './question.ts'
import { useTypedContent } from './typed-content.ts'

interface WindowProps extends DialogProps {
  /** Whether this dialog handles Escape. */
  readonly isUppermost: boolean
}

export function ModalWindow({ children, footer, size = 480, ...dialog }: WindowProps) {
  const { typed, props } = useDialogProps(dialog)
  return (
    <Modal {...props} size={size} centered padding={0} yOffset={48}>
      <div className={styles.body} {...typed}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Modal>
  )
}

export function DrawerWindow({ children, footer, size = 420, ...dialog }: WindowProps) {
  const { typed, props } = useDialogProps(dialog)
  return (
    <Drawer {...props} position="right" size={size} padding={0}>
      <div className={styles.body} {...typed}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Drawer>
  )
}

function useDialogProps({
  opened,
  onClose,
  title,
  isUppermost,
  asksBeforeClose = true,
}: Omit<WindowProps, 'children' | 'footer' | 'size'>) {
  const { close } = useMessages(kitMessages)
  const typed = useTypedContent()
  // Called by Escape, a click outside and the close button. Buttons of the content close without asking.
  const leave = async () => {
    if (!asksBeforeClose || !typed.has() || (await askToLeave())) onClose()
  }
  const props = {
    opened,
    onClose: () => void leave(),
    title,
    closeOnEscape: isUppermost,
    // The page itself never scrolls (the main column does), and the scroll lock would insert a style element.
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
  return { typed: typed.handlers, props }
}
