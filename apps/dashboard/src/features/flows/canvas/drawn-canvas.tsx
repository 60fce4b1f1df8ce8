import '@xyflow/react/dist/base.css'
import {
  IconCopy,
  IconLayoutDistributeHorizontal,
  IconMaximize,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { IconButton, Popover, useMedia } from '../../../ui/index.ts'
import { flowMessages } from '../messages.ts'
import styles from './canvas.module.css'
import type { CanvasEdge, CanvasNode, FlowCanvasProps } from './flow-canvas.tsx'
import { layOut, type Point } from './layout.ts'
import { usePositions } from './positions.ts'

interface NodeData extends Record<string, unknown> {
  readonly node: CanvasNode
  readonly isDown: boolean
  readonly onOpen: (id: string) => void
  readonly onRemove: ((id: string) => void) | undefined
  readonly onCopy: ((id: string) => void) | undefined
}
type FlowNode = Node<NodeData, 'step'>

interface EdgeData extends Record<string, unknown> {
  readonly edge: CanvasEdge
}
type FlowEdge = Edge<EdgeData, 'way'>

const size = { width: 236, height: 92 }
/** Pixels around the picture. */
const margin = 24
/** Text is readable from this zoom on. */
const readable = 0.7
const icon = { size: 18, 'aria-hidden': true } as const

/** The picture of a `FlowCanvas`. */
export default function DrawnCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

function Canvas({ label, nodes, edges, positionsOf, turns = false, onOpen, onRemove, onCopy }: FlowCanvasProps) {
  const texts = useMessages(flowMessages)
  const isDown = useMedia('(max-width: 1000px)') && turns
  const flow = useReactFlow()
  const [moved, setMoved] = usePositions(positionsOf)
  const [dragged, setDragged] = useState<ReadonlyMap<string, Point>>(new Map())
  const structure = JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to }) => [from, to]), isDown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` has everything the places depend on
  const { places, width, height } = useMemo(
    () => layOut({ nodes: nodes.map(({ id }) => ({ id, ...size })), edges, direction: isDown ? 'down' : 'right' }),
    [structure],
  )
  const shown = nodes.map(
    (node): FlowNode => ({
      id: node.id,
      type: 'step',
      position: dragged.get(node.id) ?? (isDown ? undefined : moved[node.id]) ?? places.get(node.id) ?? { x: 0, y: 0 },
      data: { node, isDown, onOpen, onRemove, onCopy },
      ...size,
      measured: size,
      handles: handlesOf(isDown),
    }),
  )
  const ways = edges.map(
    (edge): FlowEdge => ({
      id: `${edge.from} ${edge.to}`,
      type: 'way',
      source: edge.from,
      target: edge.to,
      data: { edge },
    }),
  )
  const frame = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(1)
  const fit = useEffectEvent(() => {
    const { clientWidth } = frame.current ?? { clientWidth: 0 }
    const fitting = Math.min(1, Math.max(readable, (clientWidth - 2 * margin) / width))
    setZoom(fitting)
    void flow.setViewport({ x: Math.max(margin, (clientWidth - width * fitting) / 2), y: margin, zoom: fitting })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: fits again when nodes appear or disappear
  useEffect(() => fit(), [structure])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(() => fit())
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const needed = height * zoom + 2 * margin + 48
  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue
      const { id, position, dragging } = change
      setDragged((before) => new Map(before).set(id, position))
      if (dragging === false && !isDown) setMoved({ ...moved, [id]: position })
    }
  }
  return (
    <section ref={frame} className={styles.canvas} style={{ height: Math.max(220, needed) }} aria-label={label}>
      <ReactFlow
        nodes={shown}
        edges={ways}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        nodeDragThreshold={4}
        onInit={() => fit()}
        minZoom={0.15}
        maxZoom={2}
        // The wheel scrolls the page; with Ctrl it zooms.
        zoomOnScroll={false}
        preventScrolling={false}
        onlyRenderVisibleElements={nodes.length > 150}
        proOptions={{ hideAttribution: true }}
      >
        <Panel position="bottom-left" className={styles.tools ?? ''}>
          <IconButton
            size="small"
            label={texts.zoomIn}
            icon={<IconZoomIn {...icon} />}
            onClick={() => void flow.zoomIn()}
          />
          <IconButton
            size="small"
            label={texts.zoomOut}
            icon={<IconZoomOut {...icon} />}
            onClick={() => void flow.zoomOut()}
          />
          <IconButton size="small" label={texts.fit} icon={<IconMaximize {...icon} />} onClick={() => fit()} />
          <IconButton
            size="small"
            label={texts.arrange}
            icon={<IconLayoutDistributeHorizontal {...icon} />}
            onClick={() => {
              setMoved({})
              setDragged(new Map())
              requestAnimationFrame(() => fit())
            }}
          />
        </Panel>
      </ReactFlow>
    </section>
  )
}

/** Where edges start and end, so that nothing needs to be measured. */
const handlesOf = (isDown: boolean): NonNullable<FlowNode['handles']> =>
  isDown
    ? [
        { type: 'target', position: Position.Top, x: size.width / 2, y: 0, width: 1, height: 1 },
        { type: 'source', position: Position.Bottom, x: size.width / 2, y: size.height, width: 1, height: 1 },
      ]
    : [
        { type: 'target', position: Position.Left, x: 0, y: size.height / 2, width: 1, height: 1 },
        { type: 'source', position: Position.Right, x: size.width, y: size.height / 2, width: 1, height: 1 },
      ]

function StepNode({ data: { node, isDown, onOpen, onRemove, onCopy } }: NodeProps<FlowNode>) {
  const texts = useMessages(flowMessages)
  const { id, title, note, state, tone } = node
  return (
    <div className={styles.node} data-tone={tone} data-dimmed={node.isDimmed}>
      <Handle type="target" position={isDown ? Position.Top : Position.Left} className={styles.handle ?? ''} />
      <button
        type="button"
        className={styles.open}
        onClick={() => onOpen(id)}
        onKeyDown={(event) => {
          if ((event.key === 'Delete' || event.key === 'Backspace') && node.canRemove) onRemove?.(id)
        }}
      >
        <span className={styles.icon}>{node.icon}</span>
        <span className={styles.text}>
          <span className={styles.title} title={title}>
            {title}
          </span>
          {note !== undefined && <span className={styles.note}>{note}</span>}
          {state !== undefined && <span className={styles.state}>{state}</span>}
        </span>
      </button>
      {((onRemove && node.canRemove) || (onCopy && node.canCopy)) && (
        <span className={`${styles.extras} nodrag`}>
          {onCopy && node.canCopy && (
            <IconButton
              size="small"
              label={texts.copyNode(title)}
              icon={<IconCopy size={14} aria-hidden />}
              onClick={() => onCopy(id)}
            />
          )}
          {onRemove && node.canRemove && (
            <IconButton
              size="small"
              label={texts.removeNode(title)}
              icon={<IconX size={14} aria-hidden />}
              onClick={() => onRemove(id)}
            />
          )}
        </span>
      )}
      <Handle type="source" position={isDown ? Position.Bottom : Position.Right} className={styles.handle ?? ''} />
    </div>
  )
}

function Way(props: EdgeProps<FlowEdge>) {
  const [path, x, y] = getBezierPath(props)
  const { edge } = props.data ?? {}
  const { label } = edge ?? {}
  return (
    <>
      <BaseEdge
        path={path}
        className={`${styles.way} ${edge?.isBusy ? styles.busy : ''}`}
        {...(edge?.tone && { 'data-tone': edge.tone })}
        {...(edge?.isDimmed && { 'data-dimmed': true })}
      />
      {label && (
        <EdgeLabelRenderer>
          <div
            className={`${styles.label} nodrag nopan`}
            data-tone={label.tone}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {label.content === undefined ? (
              <span title={label.title}>{label.text}</span>
            ) : (
              <Popover label={label.text} aria-label={`${label.title}: ${label.text}`} title={label.title}>
                {label.content}
              </Popover>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

const nodeTypes = { step: StepNode }
const edgeTypes = { way: Way }
