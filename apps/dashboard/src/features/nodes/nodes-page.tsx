import { useMemo } from 'react'
import { z } from 'zod'
import { nodesQuery, QueryTable, RefreshControl, SilentNodesNotice, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, PageHeader, TextField, useSearchState } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { useNodeColumns } from './node-columns.tsx'
import styles from './node-page.module.css'

/** The search field is shown with more nodes than this. */
const searchThreshold = 20
const search = z.object({ q: z.string().default('') })

export default function NodesPage() {
  const texts = useMessages(messages)
  const [{ q }, setSearch] = useSearchState(search)
  const nodes = useData(nodesQuery, undefined)
  const { data } = nodes
  const stopped = data?.filter(({ node_status }) => node_status === 'stopped').length ?? 0
  const rows = useMemo(() => {
    const wanted = q.trim().toLowerCase()
    return data?.filter(({ node }) => node.toLowerCase().includes(wanted))
  }, [data, q])
  return (
    <>
      <PageHeader title={texts.nodes} actions={<RefreshControl queries={[nodes]} />} />
      <SilentNodesNotice />
      <QueryTable
        query={nodes}
        label={texts.nodes}
        columns={useNodeColumns()}
        rows={rows}
        rowId={({ node }) => node}
        summary={data && [texts.count(data.length), ...(stopped > 0 ? [texts.stopped(stopped)] : [])].join(' · ')}
        actions={
          data &&
          (data.length > searchThreshold || q !== '') && (
            <div className={styles.search}>
              <TextField
                aria-label={texts.find}
                placeholder={texts.find}
                value={q}
                onChange={(event) => setSearch({ q: event.currentTarget.value }, { replace: true })}
              />
            </div>
          )
        }
        empty={<EmptyState title={texts.noneFound} />}
        columnsKey="nodeTableColumns"
        skeletonRows={3}
      />
    </>
  )
}
