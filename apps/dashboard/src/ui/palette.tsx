import { lazy, type ReactNode, Suspense } from 'react'
import { useHasOpened } from './dialogs.tsx'

const PaletteWindow = lazy(async () => ({ default: (await import('./palette-window.tsx')).PaletteWindow }))

export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Where it belongs, dim at the right. */
  readonly hint?: string
  readonly icon?: ReactNode
  /** Found by these words too. */
  readonly words?: readonly string[]
}

export interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSelect: (id: string) => void
  readonly items: readonly PaletteItem[]
  readonly label: string
  /** When nothing matches. */
  readonly nothing: string
}

/** Type a few letters, press Enter. */
export function Palette(props: PaletteProps) {
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <PaletteWindow {...props} />
    </Suspense>
  ) : null
}
