import { lazy, type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createValue } from '../lib/value.ts'
import { focusedControl } from './focused-control.ts'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, right-aligned, that stay in sight while the body scrolls. */
  readonly footer?: ReactNode
  /** Width in px. */
  readonly size?: number
  /** Escape, a click beside it or its close button ask before typed content is lost; true unless given. */
  readonly asksBeforeClose?: boolean
}

// Nobody needs a dialog to see the first page; what stands behind them arrives with the first one that opens.
const MantineModal = lazy(async () => ({ default: (await import('./mantine-dialogs.tsx')).ModalWindow }))
const MantineDrawer = lazy(async () => ({ default: (await import('./mantine-dialogs.tsx')).DrawerWindow }))

/** A question or a short form over the page. */
export function Modal(props: DialogProps) {
  useFocusReturn(props.opened)
  const isUppermost = useIsUppermost(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <MantineModal {...props} isUppermost={isUppermost} />
    </Suspense>
  ) : null
}

/** A side panel: settings, a payload, a form that wants room. */
export function Drawer(props: DialogProps) {
  useFocusReturn(props.opened)
  const isUppermost = useIsUppermost(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <MantineDrawer {...props} isUppermost={isUppermost} />
    </Suspense>
  ) : null
}

/**
 * Mantine's own way misses the first opening, when the dialog is still being loaded, and the button behind a menu; and it
 * comes so late that it takes the focus from what was opened meanwhile.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const origin = focusedControl()
    return () => origin?.focus()
  }, [opened])
}

/** True from the first opening on, so that a dialog stays to fade out. */
export function useHasOpened(opened: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(opened)
  if (opened && !hasOpened) setHasOpened(true)
  return opened || hasOpened
}

/** Those that are open, the uppermost last. */
const open = createValue<readonly string[]>([])

/** A question over a drawer over a drawer: Escape closes the one on top. */
function useIsUppermost(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    open.set([...open.get(), id])
    return () => open.set(open.get().filter((one) => one !== id))
  }, [opened, id])
  return useSyncExternalStore(open.subscribe, () => open.get().at(-1) === id)
}
