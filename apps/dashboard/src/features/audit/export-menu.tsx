import type { AuditEntry } from '@mqdeck/contract'
import { IconBraces, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useErrorText } from '../../api/index.ts'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import { toCsv } from '../../lib/text/csv.ts'
import { Button, Menu, toast } from '../../ui/index.ts'
import type { AuditFilters } from './audit-search.ts'
import { toRows } from './entry-values.ts'
import { messages } from './messages.ts'
import { useAllEntries } from './queries.ts'

interface ExportMenuProps {
  readonly filters: AuditFilters
  readonly disabled: boolean
}

/** Exports all entries that match the filters, not only the current page. */
export function ExportMenu({ filters, disabled }: ExportMenuProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const locale = useLocale()
  const describe = useErrorText()
  const loadAll = useAllEntries()
  const [isRunning, setRunning] = useState(false)
  const save = async (extension: string, type: string, toText: (entries: readonly AuditEntry[]) => string) => {
    setRunning(true)
    try {
      const entries = await loadAll(filters)
      downloadText(`audit-${new Date().toISOString().slice(0, 10)}.${extension}`, type, toText(entries))
      toast.success(texts.exported(format.number(entries.length)))
    } catch (error) {
      toast.error(texts.exportFailed, describe(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Menu
      trigger={
        <Button disabled={disabled} loading={isRunning}>
          {texts.export}
        </Button>
      }
      items={[
        {
          label: texts.exportCsv,
          icon: <IconTable size={16} aria-hidden />,
          onSelect: () => void save('csv', 'text/csv', (entries) => toCsv(toRows(entries, locale))),
        },
        {
          label: texts.exportJson,
          icon: <IconBraces size={16} aria-hidden />,
          onSelect: () => void save('json', 'application/json', (entries) => `${JSON.stringify(entries, null, 2)}\n`),
        },
      ]}
    />
  )
}
