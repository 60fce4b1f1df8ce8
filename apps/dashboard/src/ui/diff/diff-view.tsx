import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from '../feedback/state.tsx'

export interface DiffViewProps {
  readonly before: string
  readonly after: string
  /** "Running", "Version of 3 May". */
  readonly beforeTitle: string
  readonly afterTitle: string
  /** Unchanged lines shown around a change; 3. */
  readonly context?: number
}

let table: ComponentType<DiffViewProps> | undefined

async function load() {
  const { DiffTable } = await import('./diff-table.tsx')
  table = DiffTable
  return { default: DiffTable }
}

const LazyTable = lazy(load)

/** Loads the diff view early, when there are changes to review. */
export function preloadDiff(): void {
  // A failure is handled when the view is shown.
  load().catch(() => undefined)
}

/** Two texts side by side, or in one column on narrow screens. */
export function DiffView(props: DiffViewProps) {
  // Renders immediately if it is already loaded: a dialog that grows moves its buttons away from the pointer.
  const [Table] = useState(() => table ?? LazyTable)
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <Table {...props} />
    </Suspense>
  )
}
