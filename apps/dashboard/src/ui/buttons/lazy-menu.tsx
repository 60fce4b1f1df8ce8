import { lazy, Suspense } from 'react'
import type { MenuProps } from './menu.tsx'

const LoadedMenu = lazy(async () => ({ default: (await import('./menu.tsx')).Menu }))

/** A menu of the first pages: it is loaded after them, and shows its button meanwhile. */
export function LazyMenu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <LoadedMenu {...props} />
    </Suspense>
  )
}
