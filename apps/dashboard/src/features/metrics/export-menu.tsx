import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/download.ts'
import { Button, Menu, useCopy } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { metricsCsv } from './metric-csv.ts'
import type { Counters, MetricGroup } from './metric-rows.ts'

interface ExportMenuProps {
  readonly counters: Counters | undefined
  readonly groups: readonly MetricGroup[]
  /** Empty for all nodes. */
  readonly node: string
}

/** Exports all metrics, regardless of the search. */
export function ExportMenu({ counters, groups, node }: ExportMenuProps) {
  const texts = useMessages(messages)
  const copy = useCopy()
  const copyAll = () => copy(JSON.stringify(counters, null, 2), texts.copied)
  const download = () => downloadText(`metrics-${node === '' ? 'cluster' : node}.csv`, 'text/csv', metricsCsv(groups))
  return (
    <Menu
      trigger={<Button disabled={counters === undefined}>{texts.export}</Button>}
      items={[
        { label: texts.copyJson, icon: <IconCopy size={16} aria-hidden />, onSelect: copyAll },
        { label: texts.downloadCsv, icon: <IconDownload size={16} aria-hidden />, onSelect: download },
      ]}
    />
  )
}
