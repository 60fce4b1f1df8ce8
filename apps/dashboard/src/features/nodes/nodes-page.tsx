import { nodesQuery, QueryError, RefreshControl, StaleNotice, useData } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { DataTable, PageHeader } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { useNodeColumns } from './node-columns.tsx'

export default function NodesPage() {
  const texts = useMessages(messages)
  const nodes = useData(nodesQuery, undefined)
  const stopped = nodes.data?.filter(({ node_status }) => node_status === 'stopped').length ?? 0
  return (
    <>
      <PageHeader title={texts.title} actions={<RefreshControl queries={[nodes]} />} />
      <StaleNotice query={nodes} />
      <DataTable
        label={texts.title}
        columns={useNodeColumns()}
        rows={nodes.data}
        rowId={({ node }) => node}
        busy={nodes.isStale}
        error={nodes.data === undefined && nodes.error && <QueryError query={nodes} />}
        summary={
          nodes.data && [texts.count(nodes.data.length), ...(stopped > 0 ? [texts.stopped(stopped)] : [])].join(' · ')
        }
        columnsKey="nodeTableColumns"
        skeletonRows={3}
      />
    </>
  )
}
