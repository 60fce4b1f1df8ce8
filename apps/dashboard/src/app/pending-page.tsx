import { PageHeader, Skeleton, Stack, useOpenPage } from '../ui/index.ts'

/** Replaces a page while its code is loaded: its title, and where its content will be. */
export function PendingPage() {
  const open = useOpenPage()
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
