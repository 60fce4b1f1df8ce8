import { Drawer, Modal } from '@mantine/core'
import { type FocusEvent, type FormEvent, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { kitMessages } from '../messages.ts'
import styles from '../overlays/overlay.module.css'
import type { DialogProps } from './dialogs.tsx'
import { askToLeave } from './question.ts'

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
    // A header element would be a second banner of the page.
    attributes: { header: { role: 'presentation' } },
    classNames: {
      overlay: styles.backdrop ?? '',
      inner: styles.inner ?? '',
      content: styles.content ?? '',
      header: styles.header ?? '',
      title: styles.title ?? '',
      close: styles.close ?? '',
      body: styles.dialogBody ?? '',
    },
  } as const
  return { typed: typed.handlers, props }
}

/** Records typing in the fields of a dialog; `has` only counts fields that still exist. */
function useTypedContent() {
  const before = useRef(new Map<Element, string>())
  const remember = (target: EventTarget, text: string) => {
    if (target instanceof Element && isTextField(target) && !before.current.has(target))
      before.current.set(target, text)
  }
  return {
    has: () => [...before.current].some(([field, text]) => field.isConnected && textOf(field) !== text),
    handlers: {
      onFocusCapture: ({ target }: FocusEvent) => remember(target, textOf(target)),
      onInputCapture: ({ target }: FormEvent) => remember(target, ''),
    },
  }
}

const textTypes = new Set(['text', 'password', 'number', 'email', 'url', 'tel'])

/** Search and filter fields have no content to lose. */
function isTextField(target: Element): boolean {
  if (target.closest('[role=search]') || target.getAttribute('role') === 'combobox') return false
  if (target instanceof HTMLInputElement) return textTypes.has(target.type) && !target.readOnly
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  return target.getAttribute('contenteditable') === 'true'
}

const textOf = (target: Element): string =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? target.value
    : (target.textContent ?? '')
