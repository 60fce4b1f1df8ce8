import { lazy, Suspense } from 'react'
import { type FeatureRoutes, useHasOpened } from '../../ui/index.ts'

const CommandPaletteContent = lazy(async () => ({
  default: (await import('./content.tsx')).CommandPaletteContent,
}))

export interface CommandPaletteProps {
  readonly features: readonly FeatureRoutes[]
  readonly opened: boolean
  readonly onClose: () => void
  /** Opens the publish drawer. */
  readonly onPublish: () => void
}

/** The keyboard shortcut, as it is called on this system. */
export const paletteKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K')

/** The command palette (Ctrl K). It is loaded when it is first opened. */
export function CommandPalette(props: CommandPaletteProps) {
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <CommandPaletteContent {...props} />
    </Suspense>
  ) : null
}
