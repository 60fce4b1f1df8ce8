import type { BackupPreview, BackupResult } from '@mqdeck/contract'
import { useState } from 'react'
import { useChange, useConnection, useErrorText } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, confirm, Drawer, EmptyState, ErrorState, Mono, Notice, Skeleton, Stack } from '../../ui/index.ts'
import { changesIn, type Left, movesPage, recordsIn, toChoice } from './left-out.ts'
import { backupMessages } from './messages.ts'
import { restoreAll, restoreChosen, type Source } from './queries.ts'
import { RestoreOutcome } from './restore-outcome.tsx'
import { RestorePreview } from './restore-preview.tsx'
import { usePreview } from './use-preview.ts'

interface RestoreDrawerProps {
  /** What to restore; undefined: the drawer is closed. */
  readonly source: Source | undefined
  readonly onClose: () => void
}

/** What a restore would change, the question, and what became of each part. */
export function RestoreDrawer({ source, onClose }: RestoreDrawerProps) {
  const [shown, setShown] = useState(source)
  // It goes on to show the last one while it closes.
  if (source && source !== shown) setShown(source)
  if (!shown) return null
  return (
    <Restore key={`${shown.node} ${shown.filename}`} source={shown} opened={source !== undefined} onClose={onClose} />
  )
}

interface RestoreProps {
  readonly source: Source
  readonly opened: boolean
  readonly onClose: () => void
}

type Ended =
  | { readonly kind: 'result'; readonly result: BackupResult }
  | { readonly kind: 'all' }
  | { readonly kind: 'failed'; readonly message: string }

const noneLeft: Left = { roots: [], tables: [] }

function Restore({ source: { filename, node }, opened, onClose }: RestoreProps) {
  const { restoring: texts } = useMessages(backupMessages)
  const describe = useErrorText()
  const { queries } = useConnection()
  const ask = useQuestion()
  const [left, setLeft] = useState(noneLeft)
  const [ended, setEnded] = useState<Ended>()
  const read = usePreview({ filename, node }, opened)
  const chosen = useChange(restoreChosen)
  const all = useChange(restoreAll)
  const isRunning = chosen.isRunning || all.isRunning
  const preview = read.data?.preview
  const isSure = () =>
    preview ? ask(preview, left) : confirm({ ...plainQuestion(texts), body: <Mono>{filename}</Mono> })

  const restore = async () => {
    if (!(await isSure())) return
    try {
      if (preview) {
        const result = await chosen.run({ filename, node, ...toChoice(preview, left) })
        setEnded({ kind: 'result', result })
      } else {
        await all.run({ filename, node })
        setEnded({ kind: 'all' })
      }
    } catch (error) {
      setEnded({ kind: 'failed', message: describe(error) })
    } finally {
      // Whatever a page shows may be another by now.
      void queries.invalidateQueries()
    }
  }
  const close = () => {
    if (isRunning) return
    onClose()
    setEnded(undefined)
    setLeft(noneLeft)
  }
  const isEmpty = preview !== undefined && changesIn(preview, left) + recordsIn(preview, left) === 0
  const canRestore = read.data !== undefined && !(preview && isRefused(preview, left))
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={texts.titleOf(filename)}
      size={980}
      footer={
        ended ? (
          <Button variant="primary" onClick={close}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={isRunning}>
              {texts.cancel}
            </Button>
            <Button
              variant="danger"
              loading={isRunning}
              disabled={!canRestore || isEmpty}
              onClick={() => void restore()}
            >
              {texts.restore}
            </Button>
          </>
        )
      }
    >
      <Stack gap={4}>
        {isRunning && (
          <div role="status">
            <Notice tone="amber">{texts.running}</Notice>
          </div>
        )}
        {ended ? (
          <Ending ended={ended} isPlain={!preview && ended.kind === 'failed'} />
        ) : preview ? (
          <RestorePreview preview={preview} left={left} onLeft={setLeft} isEmpty={isEmpty} />
        ) : read.data ? (
          <EmptyState title={texts.unknown} hint={texts.unknownNote} />
        ) : read.error ? (
          <ErrorState message={describe(read.error)} onRetry={read.retry} />
        ) : (
          <div aria-busy role="status" aria-label={texts.loading}>
            <Skeleton height={320} />
          </div>
        )}
      </Stack>
    </Drawer>
  )
}

function Ending({ ended, isPlain }: { readonly ended: Ended; readonly isPlain: boolean }) {
  const { restoring: texts } = useMessages(backupMessages)
  if (ended.kind === 'result') return <RestoreOutcome result={ended.result} />
  if (ended.kind === 'all') return <EmptyState title={texts.doneAll} />
  return <ErrorState title={isPlain ? texts.failedAll : texts.failed} message={ended.message} />
}

const plainQuestion = (texts: (typeof backupMessages)['en']['restoring']) =>
  ({ title: texts.questionAll, action: texts.restore, danger: true }) as const

/** A configuration that cannot be used keeps out everything, unless what is wrong is left out. */
const isRefused = ({ errors }: BackupPreview, left: Left) =>
  errors.some(({ path }) => !left.roots.includes(path.split('.', 1)[0] ?? ''))

function useQuestion() {
  const { restoring: texts, records: countText } = useMessages(backupMessages)
  const format = useFormat()
  return (preview: BackupPreview, left: Left) => {
    const records = recordsIn(preview, left)
    return confirm({
      title: texts.question,
      body: (
        <Stack gap={3}>
          <span>
            {texts.questionBody(texts.changes(changesIn(preview, left)), countText(records, format.number(records)))}
          </span>
          {movesPage(preview, left) && <Notice tone="amber">{texts.movesPage}</Notice>}
        </Stack>
      ),
      action: texts.restore,
      danger: true,
    })
  }
}
