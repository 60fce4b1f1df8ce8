import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from './state.tsx'

export interface DiffViewProps {
  readonly before: string
  readonly after: string
  /** "Running", "Version of 3 May". */
  readonly beforeTitle: string
  readonly afterTitle: string
  /** Lines around a change that stay in sight; 3. */
  readonly context?: number
}

let table: ComponentType<DiffViewProps> | undefined

async function load() {
  const { DiffTable } = await import('./diff-table.tsx')
  table = DiffTable
  return { default: DiffTable }
}

const LazyTable = lazy(load)

/** There are changes to look at: what shows them shall be there by then. */
export function preloadDiff(): void {
  // Whether it fails matters when it is shown.
  load().catch(() => undefined)
}

/** Two texts beside each other, or one below the other where there is little room. */
export function DiffView(props: DiffViewProps) {
  // What has come already is drawn at once: a dialog that grows takes its buttons away from under the pointer.
  const [Table] = useState(() => table ?? LazyTable)
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <Table {...props} />
    </Suspense>
  )
}
