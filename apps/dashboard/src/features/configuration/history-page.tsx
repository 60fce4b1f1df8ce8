import type { ConfigVersion } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import { QueryTable, useData, useIsViewer } from '../../api/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import {
  type Column,
  Dim,
  EmptyState,
  Group,
  Link,
  Mono,
  PageHeader,
  RelativeTime,
  Section,
  StatusDot,
  useSearchState,
} from '../../ui/index.ts'
import { historyMessages } from './messages.ts'
import { configVersionsQuery } from './queries.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { VersionDrawer } from './version-drawer.tsx'

const historySearch = z.object({
  version: z.coerce.number().int().min(1).optional().catch(undefined),
  compare: z.enum(['previous', 'current']).catch('previous'),
})

/** The versions of the configuration with their users and changes. Each can be restored. */
export default function HistoryPage() {
  const texts = useMessages(historyMessages)
  const loaded = useData(configVersionsQuery, undefined)
  const [search, setSearch] = useSearchState(historySearch)
  const [restoring, setRestoring] = useState<ConfigVersion>()
  const isViewer = useIsViewer()
  const columns = useMemo(() => columnsOf(texts), [texts])
  const versions = loaded.data?.versions
  const header = <PageHeader />
  if (loaded.data && !versions)
    return (
      <>
        {header}
        <Section>
          <EmptyState title={texts.unsupported} hint={texts.unsupportedHint} />
        </Section>
      </>
    )
  const close = () => setSearch({ version: undefined, compare: 'previous' })
  return (
    <>
      {header}
      <QueryTable
        query={loaded}
        label={texts.versions}
        columns={columns}
        rows={versions?.data}
        rowId={({ version }) => String(version)}
        summary={versions ? texts.summary(versions.data.length, versions.keep) : ' '}
        empty={<EmptyState title={texts.noVersions} hint={texts.noVersionsHint} />}
        rowActions={(row) => [
          { label: texts.showDifferences, onSelect: () => setSearch({ version: row.version }) },
          ...(isViewer || row.current ? [] : [{ label: texts.restore, onSelect: () => setRestoring(row) }]),
        ]}
      />
      {versions && (
        <VersionDrawer
          versions={versions.data}
          version={search.version}
          compare={search.compare}
          onCompare={(compare) => setSearch({ compare }, { replace: true })}
          onClose={close}
          onRestore={isViewer ? undefined : setRestoring}
        />
      )}
      <RestoreDialog
        version={restoring?.version}
        current={versions?.data.find(({ current }) => current)?.version}
        onClose={(isRestored) => {
          setRestoring(undefined)
          if (isRestored) close()
        }}
      />
    </>
  )
}

function columnsOf(texts: typeof historyMessages.en): readonly Column<ConfigVersion>[] {
  return [
    {
      id: 'version',
      header: texts.version,
      width: 150,
      cell: ({ version, current }) => (
        <Group gap={3}>
          <Link to="/configuration/history" search={{ version }}>
            {texts.versionNumber(version)}
          </Link>
          {current && <StatusDot tone="accent">{texts.inUse}</StatusDot>}
        </Group>
      ),
    },
    { id: 'at', header: texts.time, width: 130, cell: ({ at }) => <RelativeTime time={at} /> },
    { id: 'by', header: texts.changedBy, width: 120, cell: ({ by }) => by },
    { id: 'call', header: texts.request, width: 230, cell: ({ call }) => <Mono>{call}</Mono> },
    {
      id: 'changed',
      header: texts.changes,
      width: 280,
      cell: ({ changed }) => (
        <>
          <Mono>{changed.length === 0 ? dash : changed.slice(0, 2).join(', ')}</Mono>
          {changed.length > 2 && <Dim> {texts.andMore(changed.length - 2)}</Dim>}
        </>
      ),
    },
  ]
}
