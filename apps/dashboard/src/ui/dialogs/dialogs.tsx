import { lazy, type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createValue } from '../../lib/json/value.ts'
import { focusedControl } from './focused-control.ts'
import { useAskBeforeClose } from './unsaved-changes.ts'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, right-aligned, that stay visible while the body scrolls. */
  readonly footer?: ReactNode
  /** Width in px. */
  readonly size?: number
  /** Asks before typed content is lost by Escape, a click outside or the close button; true unless given. */
  readonly asksBeforeClose?: boolean
}

// Dialogs are not needed for the first page; their code is loaded with the first dialog that opens.
const MantineModal = lazy(async () => ({ default: (await import('./mantine-dialogs.tsx')).ModalWindow }))
const MantineDrawer = lazy(async () => ({ default: (await import('./mantine-dialogs.tsx')).DrawerWindow }))

/** A dialog in the middle of the page: a confirmation or a short form. */
export function Modal(props: DialogProps) {
  useFocusReturn(props.opened)
  const isUppermost = useIsUppermost(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <MantineModal {...props} isUppermost={isUppermost} />
    </Suspense>
  ) : null
}

/** A side panel: settings, a payload, a long form. */
export function Drawer(props: DialogProps) {
  useFocusReturn(props.opened)
  const isUppermost = useIsUppermost(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <MantineDrawer {...props} isUppermost={isUppermost} />
    </Suspense>
  ) : null
}

interface FormDrawerProps extends Omit<DialogProps, 'children' | 'asksBeforeClose'> {
  /** Rendered while the drawer is open. `close` asks before changes are lost that the form reported with `onDirty`. */
  readonly children: (drawer: { readonly onDirty: (isDirty: boolean) => void; readonly close: () => void }) => ReactNode
}

/** A side panel with a form that reports all its changes, not only typed ones. */
export function FormDrawer({ children, onClose, ...drawer }: FormDrawerProps) {
  const { close, onDirty } = useAskBeforeClose(onClose)
  return (
    <Drawer {...drawer} onClose={close} asksBeforeClose={false}>
      {drawer.opened && children({ onDirty, close })}
    </Drawer>
  )
}

/**
 * Mantine's own focus return misses the first opening, when the dialog is still loading, and buttons behind a menu.
 * It also runs so late that it takes the focus from a dialog that was opened meanwhile.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const origin = focusedControl()
    return () => origin?.focus()
  }, [opened])
}

/** True after the first opening, so that the dialog can fade out. */
export function useHasOpened(opened: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(opened)
  if (opened && !hasOpened) setHasOpened(true)
  return opened || hasOpened
}

/** Ids of the open dialogs, the topmost last. */
const open = createValue<readonly string[]>([])

/** Escape closes only the topmost dialog. */
function useIsUppermost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    open.set([...open.get(), id])
    return () => open.set(open.get().filter((one) => one !== id))
  }, [opened, id])
  return useSyncExternalStore(open.subscribe, () => open.get().at(-1) === id)
}
