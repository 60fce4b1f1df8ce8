import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { PageHeader, Skeleton, Stack, useOpenPage } from '../ui/index.ts'

/** Replaces a page while its code is loaded: its title, and where its content will be. */
export function PendingPage() {
  const open = useOpenPage()
  useLostFocus()
  // The login covers the whole window.
  if (!open || open.page.bare) return null
  return (
    <div aria-busy>
      <PageHeader title={open.page.subject?.(open.params)} />
      <Stack>
        <Skeleton height={36} width={320} />
        <Skeleton height={320} />
      </Stack>
    </div>
  )
}

/** Moves the focus to the main area if it was in the previous page, which is hidden or removed now. */
export function useLostFocus(): void {
  const router = useRouter()
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isLost = !focused || focused === document.body || focused.getClientRects().length === 0
    // Nothing was resolved before the first page, which does not take the focus.
    if (isLost && router.state.resolvedLocation) document.getElementById('main')?.focus({ preventScroll: true })
  }, [router])
}
