import { type ReactNode, useMemo, useState } from 'react'
import { dash, useMessages } from '../../../i18n/index.ts'
import { byNode } from '../../../lib/text/by-name.ts'
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
} from '../../../ui/index.ts'
import { type AbsentNode, useAbsentNodes } from './absent-nodes.ts'
import { nodeMessages } from './messages.ts'
import styles from './node-states.module.css'
import { useNodeList } from './node-words.ts'

interface OfNode {
  readonly node: string
}

interface NodeTableProps<Row extends OfNode> {
  /** One row for each node that answered. Keep the array stable. */
  readonly rows: readonly Row[]
  /** State of the node; undefined for tables with statistics only. Keep it stable, like the columns. */
  readonly stateOf?: ((row: Row) => ReactNode) | undefined
  /** After name and state. */
  readonly columns: readonly Column<Row>[]
  /** Rows with problems are sorted first. Keep it stable. */
  readonly isTrouble?: ((row: Row) => boolean) | undefined
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
}

/** A node of the cluster; `reported` is undefined if it is missing in the answer. */
interface TableRow<Row> extends OfNode {
  readonly reported: Row | undefined
  readonly isStopped: boolean
}

/** With more nodes, only some rows are shown initially. */
const maxInitial = 20
const initialRows = 10

/**
 * A table with one row per node, including nodes that did not answer. With many nodes, those with problems are shown
 * first and the others on demand.
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
      {...(rowActions && { rowActions: ({ reported }: TableRow<Row>) => (reported ? rowActions(reported) : []) })}
    />
  )
}

function toTableRows<Row extends OfNode>(
  rows: readonly Row[],
  absent: readonly AbsentNode[],
  isTrouble: ((row: Row) => boolean) | undefined,
): readonly TableRow<Row>[] {
  const reported = rows
    .toSorted(byNode)
    .map((row): TableRow<Row> => ({ node: row.node, reported: row, isStopped: false }))
  const rank = ({ reported: row }: TableRow<Row>) => (row !== undefined && isTrouble?.(row) ? 0 : 1)
  return [
    ...reported.toSorted((a, b) => rank(a) - rank(b)),
    ...absent.map(({ node, isStopped }) => ({ node, reported: undefined, isStopped })),
  ]
}

/** With many nodes: the first rows or the search results, and the search field. */
export function useShownNodes<Row extends OfNode>(
  all: readonly Row[],
): { readonly shown: readonly Row[]; readonly head: ReactNode } {
  const texts = useMessages(nodeMessages)
  const [words, setWords] = useState('')
  const [isWhole, setWhole] = useState(false)
  const isMany = all.length > maxInitial
  const shown = useMemo(() => {
    if (!isMany) return all
    const wanted = words.trim().toLowerCase()
    const found = all.filter(({ node }) => node.toLowerCase().includes(wanted))
    return isWhole || wanted !== '' ? found : found.slice(0, initialRows)
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
              width: 134,
              cell: ({ reported, isStopped }: TableRow<Row>) =>
                reported === undefined ? <Absence isStopped={isStopped} /> : (stateOf?.(reported) ?? <Dim>{dash}</Dim>),
            },
          ]
        : []),
      ...columns.map(
        ({ cell, sortBy: _, ...column }): Column<TableRow<Row>> => ({
          ...column,
          cell: ({ reported }) => (reported === undefined ? <Dim>{dash}</Dim> : cell(reported)),
        }),
      ),
    ],
    [texts, columns, stateOf, hasState],
  )
}

/** Why a node has no data: it is stopped, or did not answer this request. */
export function Absence({ isStopped }: { readonly isStopped: boolean }) {
  const texts = useMessages(nodeMessages)
  return <StatusDot tone={isStopped ? 'grey' : 'amber'}>{isStopped ? texts.nodeStopped : texts.noAnswer}</StatusDot>
}

/** Totals include only nodes that answered. */
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
