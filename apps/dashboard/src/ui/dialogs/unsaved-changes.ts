import { useBlocker } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { askToLeave } from './question.ts'

/**
 * Asks before leaving a page with unsaved changes: by a link, the palette, the back button, a reload. Not for changes
 * of the search parameters only (an open tab, an anchor), nor for the redirect to the login after the session ended.
 *
 * Returns a function to call after saving and before navigating, because `isDirty` is only updated with the next
 * render.
 */
export function useUnsavedChangesGuard(isDirty: boolean): () => void {
  const mayAsk = useRef(isDirty)
  useLayoutEffect(() => {
    mayAsk.current = isDirty
  }, [isDirty])

  const shouldBlockFn = useCallback(async ({ current, next }: Move) => {
    if (!mayAsk.current || next.pathname === current.pathname || next.pathname === '/login') return false
    return !(await askToLeave())
  }, [])
  const enableBeforeUnload = useCallback(() => mayAsk.current, [])
  // Only with unsaved changes: a blocker delays every navigation of the router.
  useBlocker({ shouldBlockFn, enableBeforeUnload, disabled: !isDirty })
  return useCallback(() => {
    mayAsk.current = false
  }, [])
}

interface Move {
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}

/**
 * For a drawer whose form reports all its changes with `onDirty`, not only typed ones: `close` asks first.
 */
export function useAskBeforeClose(onClose: () => void) {
  // A ref instead of state: Escape may be pressed before the next render.
  const isTyped = useRef(false)
  const onDirty = useCallback((isDirty: boolean) => {
    isTyped.current = isDirty
  }, [])
  const close = async () => {
    if (!isTyped.current || (await askToLeave())) onClose()
  }
  return { close: () => void close(), onDirty }
}
