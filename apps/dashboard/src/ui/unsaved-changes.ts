import { useBlocker } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { askToLeave } from './question.ts'

/**
 * Asks before a page with unsaved changes is left: by a link, the palette, the back button, a reload. Not when only the
 * search of the address changes (an open tab, an anchor), nor on the way to the login, where the session has ended.
 *
 * Returns what a form calls after saving, right before it goes elsewhere on its own; the state of `isDirty` comes a render later.
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
  // Only while there is something to lose: a blocker makes the router wait at every step.
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
 * For a drawer whose form reports all its changes with `onDirty`, not only typed ones: `close` asks first. The drawer itself
 * is then told not to ask (`asksBeforeClose={false}`).
 */
export function useAskBeforeClose(onClose: () => void) {
  // No state: Escape may come before the next render.
  const isTyped = useRef(false)
  const onDirty = useCallback((isDirty: boolean) => {
    isTyped.current = isDirty
  }, [])
  const close = async () => {
    if (!isTyped.current || (await askToLeave())) onClose()
  }
  return { close: () => void close(), onDirty }
}
