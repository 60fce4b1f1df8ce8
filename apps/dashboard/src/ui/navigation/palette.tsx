import { lazy, type ReactNode, Suspense } from 'react'
import { useFocusReturn, useHasOpened } from '../dialogs/dialogs.tsx'

const PaletteWindow = lazy(async () => ({ default: (await import('./palette-window.tsx')).PaletteWindow }))

export interface PaletteItem {
  /** Unique among all groups. */
  readonly id: string
  readonly label: string
  /** Group or location, dimmed, at the right. */
  readonly hint?: string | undefined
  readonly icon?: ReactNode
}

export interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly items: readonly PaletteItem[]
  /** Below the items: searching, or why the search failed. A group with neither items nor note is hidden. */
  readonly note?: string | undefined
}

export interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** The typed text. The caller finds the matching items. */
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly onSelect: (id: string) => void
  readonly groups: readonly PaletteGroup[]
  readonly label: string
  readonly placeholder: string
  /** Shown without results. */
  readonly nothing: string
  /** Keys and their effects, below the list. */
  readonly keys: readonly { readonly keys: readonly string[]; readonly effect: string }[]
  /** Announced number of results. */
  readonly found: (count: number) => string
}

/** The command palette: type a few letters, press Enter. */
export function Palette(props: PaletteProps) {
  useFocusReturn(props.opened)
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <PaletteWindow {...props} />
    </Suspense>
  ) : null
}
