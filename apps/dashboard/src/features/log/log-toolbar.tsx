import type { LogFile } from '@mqdeck/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { Button, ListTools, Select, Switch, ToolGroup } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { LevelSelect, LineSearchField, type SearchFault } from './index.ts'
import type { LogSearch, LogViewProps } from './log-view.tsx'

interface LogToolbarProps extends LogViewProps {
  /** Search text as typed. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly fault: SearchFault | undefined
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
  readonly onDownload: (() => void) | undefined
}

export function LogToolbar({
  file,
  files,
  search,
  setSearch,
  text,
  onText,
  fault,
  wraps,
  onWraps,
  onDownload,
}: LogToolbarProps) {
  const texts = useMessages(followMessages)
  const set = (change: Partial<LogSearch>) => setSearch(change, { replace: true })
  return (
    <ListTools>
      {files.length > 1 && (
        <Select
          aria-label={texts.file}
          width={160}
          value={file.name}
          onChange={(name) => set({ file: name })}
          options={files.map(({ name }: LogFile) => ({ value: name, label: name }))}
        />
      )}
      <LevelSelect value={search.level} onChange={(level) => set({ level })} />
      <ToolGroup grows>
        <LineSearchField text={text} onText={onText} fault={fault} />
      </ToolGroup>
      <ToolGroup>
        <Switch label={texts.wrap} checked={wraps} onChange={onWraps} />
        <Button
          icon={<IconDownload size={16} aria-hidden />}
          disabled={!onDownload}
          {...(onDownload && { onClick: onDownload })}
        >
          {texts.downloadShown}
        </Button>
      </ToolGroup>
    </ListTools>
  )
}
