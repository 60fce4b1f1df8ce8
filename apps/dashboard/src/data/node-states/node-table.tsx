import { type ReactNode, useMemo, useState } from 'react'
import { dash, useMessages } from '../../i18n/index.ts'
import { byNode } from '../../lib/by-name.ts'
import {
  Button,
  type Column,
  DataTable,
  Dim,
  EmptyState,
  Link,
  Mono,
  type RowAction,
  StatusDot,
  TextField,
} from '../../ui/index.ts'
import { type AbsentNode, useAbsentNodes } from './absent-nodes.ts'
import { nodeMessages } from './messages.ts'
import styles from './node-states.module.css'
import { useNodeList } from './node-words.ts'

interface OfNode {
  readonly node: string
}

interface NodeTableProps<Row extends OfNode> {
  /** One for each node that has answered. Keep the array stable. */
  readonly rows: readonly Row[]
  /** How the node is doing; where nodes only have figures, nothing. Stable, like the columns. */
  readonly stateOf?: ((row: Row) => ReactNode) | undefined
  /** Behind name and state. */
  readonly columns: readonly Column<Row>[]
  /** What must not be overlooked, and stands first. Stable. */
  readonly isTrouble?: ((row: Row) => boolean) | undefined
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
}

/** A node of the cluster; without an answer of its own where it is missing in what was told. */
interface TableRow<Row> extends OfNode {
  readonly told: Row | undefined
  readonly isStopped: boolean
}

/** More nodes than this are not all shown at once. */
const calm = 20
const shownOfMany = 10

/**
 * What every node says of one thing. Nodes that have not answered are there too, as what they are; of many nodes those in
 * trouble are shown, and the others on demand.
 */
export function NodeTable<Row extends OfNode>({ rows, stateOf, columns, isTrouble, rowActions }: NodeTableProps<Row>) {
  const texts = useMessages(nodeMessages)
  const absent = useAbsentNodes(useMemo(() => rows.map(({ node }) => node), [rows]))
  const all = useMemo(() => toTableRows(rows, absent, isTrouble), [rows, absent, isTrouble])
  const { shown, head } = useShownNodes(all)
  const own = useNodeColumns(columns, stateOf, stateOf !== undefined || absent.length > 0)
  return (
    <DataTable
      label={texts.everyNode}
      columns={own}
      rows={shown}
      rowId={({ node }) => node}
      summary={
        <div className={styles.tableHead}>
          {texts.everyNode}
          <AbsentNote absent={absent} />
          {head}
        </div>
      }
      empty={<EmptyState title={texts.noneFound} />}
      {...(rowActions && { rowActions: ({ told }: TableRow<Row>) => (told ? rowActions(told) : []) })}
    />
  )
}

function toTableRows<Row extends OfNode>(
  rows: readonly Row[],
  absent: readonly AbsentNode[],
  isTrouble: ((row: Row) => boolean) | undefined,
): readonly TableRow<Row>[] {
  const told = rows.toSorted(byNode).map((row): TableRow<Row> => ({ node: row.node, told: row, isStopped: false }))
  const rank = ({ told: row }: TableRow<Row>) => (row !== undefined && isTrouble?.(row) ? 0 : 1)
  return [
    ...told.toSorted((a, b) => rank(a) - rank(b)),
    ...absent.map(({ node, isStopped }) => ({ node, told: undefined, isStopped })),
  ]
}

/** Of many nodes the first, or those that are looked for; and what to look for them with. */
export function useShownNodes<Row extends OfNode>(
  all: readonly Row[],
): { readonly shown: readonly Row[]; readonly head: ReactNode } {
  const texts = useMessages(nodeMessages)
  const [words, setWords] = useState('')
  const [isWhole, setWhole] = useState(false)
  const isMany = all.length > calm
  const shown = useMemo(() => {
    if (!isMany) return all
    const wanted = words.trim().toLowerCase()
    const found = all.filter(({ node }) => node.toLowerCase().includes(wanted))
    return isWhole || wanted !== '' ? found : found.slice(0, shownOfMany)
  }, [all, isMany, isWhole, words])
  const head = isMany && (
    <>
      <span className={styles.search}>
        <TextField
          aria-label={texts.find}
          placeholder={texts.find}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </span>
      <Button size="small" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? texts.showFewer : texts.showAll(all.length)}
      </Button>
    </>
  )
  return { shown, head }
}

function useNodeColumns<Row extends OfNode>(
  columns: readonly Column<Row>[],
  stateOf: ((row: Row) => ReactNode) | undefined,
  hasState: boolean,
): readonly Column<TableRow<Row>>[] {
  const texts = useMessages(nodeMessages)
  return useMemo(
    () => [
      {
        id: 'node',
        header: texts.node,
        width: 160,
        cell: ({ node }) => (
          <Link quiet to="/dashboard/nodes/$nodeName" params={{ nodeName: node }}>
            <Mono truncate>{node}</Mono>
          </Link>
        ),
      },
      ...(hasState
        ? [
            {
              id: 'status',
              header: texts.status,
              width: 120,
              cell: ({ told, isStopped }: TableRow<Row>) =>
                told === undefined ? <Absence isStopped={isStopped} /> : (stateOf?.(told) ?? <Dim>{dash}</Dim>),
            },
          ]
        : []),
      ...columns.map(
        ({ cell, sortBy: _, ...column }): Column<TableRow<Row>> => ({
          ...column,
          cell: ({ told }) => (told === undefined ? <Dim>{dash}</Dim> : cell(told)),
        }),
      ),
    ],
    [texts, columns, stateOf, hasState],
  )
}

/** Why a node says nothing: it does not run, or did not answer this one question. */
export function Absence({ isStopped }: { readonly isStopped: boolean }) {
  const texts = useMessages(nodeMessages)
  return <StatusDot tone={isStopped ? 'grey' : 'amber'}>{isStopped ? texts.nodeStopped : texts.noAnswer}</StatusDot>
}

/** Sums are only of those who have answered. */
function AbsentNote({ absent }: { readonly absent: readonly AbsentNode[] }) {
  const texts = useMessages(nodeMessages)
  const list = useNodeList()
  if (absent.length === 0) return null
  const names = absent.map(({ node }) => node)
  return (
    <Dim small>
      {texts.absent(
        list(names),
        names.length,
        absent.every(({ isStopped }) => isStopped),
      )}
    </Dim>
  )
}
