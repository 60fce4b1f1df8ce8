import { lazy, type ReactNode, Suspense } from 'react'
import { useFocusReturn, useHasOpened } from './dialogs.tsx'

const PaletteWindow = lazy(async () => ({ default: (await import('./palette-window.tsx')).PaletteWindow }))

export interface PaletteItem {
  /** Unique among all groups. */
  readonly id: string
  readonly label: string
  /** Where it belongs, dim at the right. */
  readonly hint?: string | undefined
  readonly icon?: ReactNode
}

export interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly items: readonly PaletteItem[]
  /** Below its items: that it is still being searched, or why that failed. A group with neither is not shown. */
  readonly note?: string | undefined
}

export interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** What has been typed; whoever owns the palette finds what fits it. */
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly onSelect: (id: string) => void
  readonly groups: readonly PaletteGroup[]
  readonly label: string
  readonly placeholder: string
  /** When nothing matches. */
  readonly nothing: string
  /** How many were found, read aloud. */
  readonly found: (count: number) => string
}

/** Type a few letters, press Enter. */
export function Palette(props: PaletteProps) {
  useFocusReturn(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <PaletteWindow {...props} />
    </Suspense>
  ) : null
}
