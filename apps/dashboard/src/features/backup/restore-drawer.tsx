import { ApiError, type BackupPreview, type ImportMode } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useChange, useConnection, useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  confirm,
  Drawer,
  EmptyState,
  ErrorState,
  Mono,
  Notice,
  RadioField,
  Skeleton,
  Stack,
} from '../../ui/index.ts'
import { AccountPassword, requiresPassword } from './account-password.tsx'
import { RemovedObjects } from './archive-lists.tsx'
import {
  countChanges,
  countRecords,
  type ExcludedParts,
  initiallyExcluded,
  movesPage,
  removedObjects,
  toRestoredParts,
} from './excluded-parts.ts'
import { backupMessages, restoreMessages } from './messages.ts'
import {
  type ArchiveRef,
  type PreviewResult,
  type RestoreOptions,
  readPreview,
  restoreAll,
  restoreParts,
} from './queries.ts'
import { type RestoreEnd, RestoreEndView } from './restore-end.tsx'
import { RestorePreview } from './restore-preview.tsx'

interface RestoreDrawerProps {
  /** Archive to restore; undefined while the drawer is closed. */
  readonly archive: ArchiveRef | undefined
  readonly onClose: () => void
}

/** Previews a restore, confirms it, and shows the result. */
export function RestoreDrawer({ archive, onClose }: RestoreDrawerProps) {
  const [shown, setShown] = useState(archive)
  // The last archive stays visible while the drawer closes.
  if (archive && archive !== shown) setShown(archive)
  if (!shown) return null
  return (
    <RestoreContent
      key={`${shown.node} ${shown.filename}`}
      archive={shown}
      opened={archive !== undefined}
      onClose={onClose}
    />
  )
}

interface RestoreContentProps {
  readonly archive: ArchiveRef
  readonly opened: boolean
  readonly onClose: () => void
}

function RestoreContent({ archive: { filename, node }, opened, onClose }: RestoreContentProps) {
  const texts = useMessages(restoreMessages)
  const errorText = useErrorText()
  const { queries } = useConnection()
  const confirmParts = useRestoreQuestion()
  const [excluded, setExcluded] = useState(initiallyExcluded)
  const [mode, setMode] = useState<ImportMode>('merge')
  const [ended, setEnded] = useState<RestoreEnd>()
  const [password, setPassword] = useState('')
  const [passwordError, setPasswordError] = useState<string>()
  const loaded = useRestorePreview({ filename, node, mode }, opened)
  const parts = useChange(restoreParts)
  const all = useChange(restoreAll)
  const isRunning = parts.isRunning || all.isRunning
  const preview = loaded.data?.preview
  const isPasswordNeeded = preview !== undefined && requiresPassword(preview, excluded)
  const isConfirmed = () => (preview ? confirmParts(preview, excluded) : confirm(wholeArchiveQuestion(texts, filename)))

  const restore = async () => {
    if (!(await isConfirmed())) return
    try {
      if (preview) {
        const proof = isPasswordNeeded ? { password } : {}
        const result = await parts.run({ filename, node, mode, ...toRestoredParts(preview, excluded), ...proof })
        setEnded({ kind: 'result', result })
      } else {
        await all.run({ filename, node })
        setEnded({ kind: 'all' })
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERROR_PWD_NOT_MATCH') setPasswordError(errorText(error))
      else setEnded({ kind: 'failed', message: errorText(error) })
    } finally {
      // The restore may have changed the data of any page.
      void queries.invalidateQueries()
    }
  }
  const close = () => {
    if (isRunning) return
    onClose()
    setEnded(undefined)
    setExcluded(initiallyExcluded)
    setMode('merge')
    setPassword('')
    setPasswordError(undefined)
  }
  const hasNoChanges = preview !== undefined && countChanges(preview, excluded) + countRecords(preview, excluded) === 0
  const canRestore =
    loaded.data !== undefined && !(preview && isInvalid(preview, excluded)) && !(isPasswordNeeded && password === '')
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
              variant="confirm-danger"
              loading={isRunning}
              disabled={!canRestore || hasNoChanges}
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
          <RestoreEndView ended={ended} mayBePartial={!preview && ended.kind === 'failed'} />
        ) : preview ? (
          <>
            <RadioField
              label={texts.mode}
              value={mode}
              onChange={setMode}
              options={[
                { value: 'merge', label: texts.merge, description: texts.mergeNote },
                { value: 'replace', label: texts.replace, description: texts.replaceNote },
              ]}
            />
            <RestorePreview
              preview={preview}
              excluded={excluded}
              onExcludedChange={setExcluded}
              hasNoChanges={hasNoChanges}
            />
            {isPasswordNeeded && (
              <AccountPassword
                value={password}
                error={passwordError}
                onChange={(next) => {
                  setPassword(next)
                  setPasswordError(undefined)
                }}
              />
            )}
          </>
        ) : loaded.data ? (
          <EmptyState title={texts.noPreview} hint={texts.noPreviewHint} />
        ) : loaded.error ? (
          <ErrorState message={errorText(loaded.error)} onRetry={loaded.retry} />
        ) : (
          <div aria-busy role="status" aria-label={texts.loading}>
            <Skeleton height={320} />
          </div>
        )}
      </Stack>
    </Drawer>
  )
}

const wholeArchiveQuestion = (texts: typeof restoreMessages.en, filename: string) => ({
  title: texts.question,
  body: (
    <Stack gap={3}>
      <Mono>{filename}</Mono>
      <span>{texts.questionAllBody}</span>
    </Stack>
  ),
  action: texts.restore,
  danger: true,
})

/** Invalid settings and records block the restore unless their sections and tables are excluded. */
const isInvalid = ({ errors, tables }: BackupPreview, excluded: ExcludedParts) =>
  errors.some(({ path }) => !excluded.roots.includes(path.split('.', 1)[0] ?? '')) ||
  tables.some(({ name, refused }) => refused > 0 && !excluded.tables.includes(name))

function useRestoreQuestion() {
  const texts = useMessages(restoreMessages)
  const { records: countText } = useMessages(backupMessages)
  const format = useFormat()
  return (preview: BackupPreview, excluded: ExcludedParts) => {
    const records = countRecords(preview, excluded)
    return confirm({
      title: texts.question,
      body: (
        <Stack gap={3}>
          <span>
            {texts.questionBody(
              texts.changes(countChanges(preview, excluded)),
              countText(records, format.number(records)),
            )}
          </span>
          <RemovedObjects paths={removedObjects(preview, excluded)} />
          {movesPage(preview, excluded) && <Notice tone="amber">{texts.movesPage}</Notice>}
        </Stack>
      ),
      action: texts.restore,
      danger: true,
    })
  }
}

interface LoadedPreview {
  readonly data?: PreviewResult
  readonly error?: unknown
  readonly retry: () => void
}

/** Reads the preview of a restore each time the drawer is opened or the mode changes. */
function useRestorePreview({ filename, node, mode }: ArchiveRef & RestoreOptions, opened: boolean): LoadedPreview {
  const { run } = useChange(readPreview)
  const [result, setResult] = useState<Omit<LoadedPreview, 'retry'>>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads the preview again
  useEffect(() => {
    if (!opened) return
    let isCancelled = false
    setResult({})
    run({ filename, node, mode }).then(
      (data) => !isCancelled && setResult({ data }),
      (error: unknown) => !isCancelled && setResult({ error }),
    )
    return () => {
      isCancelled = true
    }
  }, [filename, node, mode, opened, attempt, run])
  return { ...result, retry: () => setAttempt((count) => count + 1) }
}
