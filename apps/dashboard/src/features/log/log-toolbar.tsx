import type { LogFile } from '@mqdeck/contract'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Select, Switch, TextField } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { levels } from './levels.ts'
import type { SearchFault } from './line-search.ts'
import styles from './log-view.module.css'
import type { LogSearch, LogViewProps } from './log-view.tsx'

interface LogToolbarProps extends LogViewProps {
  /** What is looked for, as it is being typed. */
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
    <div className={styles.toolbar}>
      {files.length > 1 && (
        <Select
          aria-label={texts.file}
          width={160}
          value={file.name}
          onChange={(name) => set({ file: name })}
          options={files.map(({ name }: LogFile) => ({ value: name, label: name }))}
        />
      )}
      <Select
        aria-label={texts.level}
        width={172}
        value={search.level ?? 'all'}
        onChange={(level) => set({ level: level === 'all' ? undefined : level })}
        options={[
          { value: 'all', label: texts.allLevels },
          ...levels.map((level) => ({ value: level, label: texts.andAbove(texts.levels[level]) })),
        ]}
      />
      <div className={styles.search}>
        <TextField
          aria-label={texts.search}
          placeholder={texts.searchHint}
          inputMode="search"
          leftIcon={<IconSearch size={16} aria-hidden />}
          value={text}
          error={fault && texts[fault]}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </div>
      <div className={styles.tools}>
        <Switch label={texts.wrap} checked={wraps} onChange={onWraps} />
        <Button
          icon={<IconDownload size={16} aria-hidden />}
          disabled={!onDownload}
          {...(onDownload && { onClick: onDownload })}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  )
}
