import { lazy, Suspense } from 'react'
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

const DiffTable = lazy(async () => ({ default: (await import('./diff-table.tsx')).DiffTable }))

/** Two texts beside each other, or one below the other where there is little room. */
export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <DiffTable {...props} />
    </Suspense>
  )
}
