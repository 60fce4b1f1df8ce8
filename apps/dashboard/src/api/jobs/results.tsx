import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import { toCsv } from '../../lib/text/csv.ts'
import { type Column, DataTable, EmptyState, IconButton, Mono, SegmentedControl, StatusDot } from '../../ui/index.ts'
import { useErrorSentence } from '../errors/errors.ts'
import type { Job, JobResult } from './jobs.ts'
import { jobMessages } from './messages.ts'

interface Row extends JobResult {
  readonly id: string
}

/** Results of the items in the order of their completion; all or only the failed ones. */
export function JobResults({ job }: { readonly job: Job }) {
  const texts = useMessages(jobMessages)
  const format = useFormat()
  const errorText = useErrorSentence()
  const [chosen, setChosen] = useState<'all' | 'failures'>()
  const showing = chosen ?? (job.failed > 0 ? 'failures' : 'all')
  const rows = useMemo(
    () =>
      job.results
        .map((result, index): Row => ({ ...result, id: String(index) }))
        .filter(({ error }) => showing === 'all' || error !== undefined),
    [job.results, showing],
  )
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'item', header: texts.item, width: 150, cell: ({ item }) => <Mono>{item}</Mono> },
      {
        id: 'result',
        header: texts.result,
        width: 220,
        cell: ({ error }) =>
          error ? (
            <StatusDot tone="red">{errorText(error)}</StatusDot>
          ) : (
            <StatusDot tone="accent">{texts.succeeded}</StatusDot>
          ),
      },
    ],
    [texts, errorText],
  )
  const download = () => {
    const lines = rows.map(({ item, error }) => [item, error ? errorText(error) : texts.succeeded])
    downloadText(`${job.title}.csv`, 'text/csv', toCsv([[texts.item, texts.result], ...lines]))
  }
  return (
    <DataTable
      label={`${texts.results}: ${job.title}`}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      summary={
        <SegmentedControl
          label={texts.results}
          value={showing}
          onChange={setChosen}
          options={[
            { value: 'all', label: `${texts.all} ${format.number(job.results.length)}` },
            { value: 'failures', label: `${texts.failures} ${format.number(job.failed)}` },
          ]}
        />
      }
      actions={
        <IconButton
          size="small"
          label={texts.exportCsv}
          disabled={rows.length === 0}
          icon={<IconDownload size={16} aria-hidden />}
          onClick={download}
        />
      }
      empty={<EmptyState title={showing === 'failures' ? texts.noFailures : texts.noResultsYet} />}
    />
  )
}
