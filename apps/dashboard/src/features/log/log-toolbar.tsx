import { IconDownload } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Select, Switch } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { type LineSearchInput, LinesToolbar } from './index.ts'
import type { LogSearch, LogViewProps } from './log-view.tsx'

interface LogToolbarProps extends LogViewProps {
  readonly input: LineSearchInput
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
  readonly onDownload: (() => void) | undefined
}

export function LogToolbar({ file, files, search, setSearch, input, wraps, onWraps, onDownload }: LogToolbarProps) {
  const texts = useMessages(followMessages)
  const set = (change: Partial<LogSearch>) => setSearch(change, { replace: true })
  const fileSelect = files.length > 1 && (
    <Select
      aria-label={texts.file}
      width={160}
      value={file.name}
      onChange={(name) => set({ file: name })}
      options={files.map(({ name }) => ({ value: name, label: name }))}
    />
  )
  return (
    <LinesToolbar level={search.level} onLevel={(level) => set({ level })} search={input} first={fileSelect}>
      <Switch label={texts.wrap} checked={wraps} onChange={onWraps} />
      <Button
        icon={<IconDownload size={16} aria-hidden />}
        disabled={!onDownload}
        {...(onDownload && { onClick: onDownload })}
      >
        {texts.downloadShown}
      </Button>
    </LinesToolbar>
  )
}
