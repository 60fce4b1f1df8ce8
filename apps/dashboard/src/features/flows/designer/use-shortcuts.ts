import { useEffect, useEffectEvent } from 'react'

interface Shortcuts {
  readonly undo: () => void
  readonly redo: () => void
  readonly save: () => void
}

/**
 * Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y, and Ctrl+S on the whole page, because the focus is lost with a removed step. In fields, only saving:
 * they have their own undo.
 */
export function useShortcuts(isActive: boolean, { undo, redo, save }: Shortcuts): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : undefined
    if (target?.closest('[role="dialog"]')) return
    const key = event.key.toLowerCase()
    const isTyping = target?.matches('input, textarea, select, [contenteditable]') === true
    if (isTyping && key !== 's') return
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    const run = key === 's' ? save : isRedo ? redo : key === 'z' ? undo : undefined
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isActive])
}
