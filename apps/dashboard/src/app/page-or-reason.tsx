import { lazy, type ReactNode, Suspense } from 'react'
import { useIsViewer, usePresence } from '../api/index.ts'
import type { Need, Page } from '../ui/index.ts'
import { PendingPage } from './pending-page.tsx'

// Seldom needed.
const MissingPage = lazy(async () => ({ default: (await import('./missing-page.tsx')).MissingPage }))

/** A page, or the reason why it is not available: missing in the broker, or not permitted for the user. */
export function PageOrReason({
  page,
  need,
  children,
}: {
  readonly page: Page
  readonly need: Need | undefined
  readonly children: ReactNode
}) {
  const presence = usePresence()
  const isViewer = useIsViewer()
  const found = need && presence(need)
  const missing = need && found !== undefined && found !== 'here' ? { need, presence: found } : undefined
  if (!missing && !(page.administratorsOnly && isViewer)) return children
  return (
    <Suspense fallback={<PendingPage />}>
      <MissingPage page={page} missing={page.administratorsOnly && isViewer ? undefined : missing} />
    </Suspense>
  )
}
