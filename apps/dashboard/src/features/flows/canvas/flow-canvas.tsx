import { lazy, type ReactNode, Suspense } from 'react'
import { Skeleton } from '../../../ui/index.ts'

// Loaded separately, so that the pages of rules do not load the drawing library.
const DrawnCanvas = lazy(() => import('./drawn-canvas.tsx'))

export interface CanvasNode {
  readonly id: string
  readonly icon: ReactNode
  readonly title: string
  /** Second line, such as the type or the condition. */
  readonly note?: ReactNode
  /** Third line: state and figures. */
  readonly state?: ReactNode
  readonly tone?: 'red' | 'amber' | 'dashed' | undefined
  /** Dimmed while others are marked. */
  readonly isDimmed?: boolean
  readonly canCopy?: boolean
  readonly canRemove?: boolean
}

export interface CanvasEdge {
  readonly from: string
  readonly to: string
  readonly label?: {
    readonly text: string
    readonly tone?: 'red'
    readonly title: string
    readonly content?: ReactNode
  }
  readonly tone?: 'red' | undefined
  readonly isDimmed?: boolean
  /** Messages pass at the moment. */
  readonly isBusy?: boolean
}

export interface FlowCanvasProps {
  /** Accessible name. */
  readonly label: string
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
  /** Where the positions of moved nodes are kept in the browser. */
  readonly positionsOf: string
  /** In a narrow window, the outputs are below the inputs instead of right of them. */
  readonly turns?: boolean
  readonly onOpen: (id: string) => void
  readonly onRemove?: ((id: string) => void) | undefined
  readonly onCopy?: ((id: string) => void) | undefined
}

/** A picture of nodes and the ways of messages between them. Nodes can be moved. The picture is as high as its content, so the page scrolls. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <DrawnCanvas {...props} />
    </Suspense>
  )
}
