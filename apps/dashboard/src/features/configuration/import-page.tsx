import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChange, useErrorText, useFresh, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { changesTexts } from '../../lib/json/changes-text.ts'
import {
  Button,
  Checkbox,
  CodeEditor,
  type Diagnostic,
  DiffView,
  EmptyState,
  ErrorState,
  focusInvalid,
  Group,
  Mono,
  Notice,
  PageHeader,
  RadioField,
  ScrollIntoView,
  Section,
  Stack,
  TextFileButton,
  toast,
  useUnsavedChangesGuard,
} from '../../ui/index.ts'
import { checkLocally, type ImportPreview, type ImportProblem } from './check-locally.ts'
import styles from './configuration.module.css'
import { importMessages } from './messages.ts'
import { type CheckResult, checkImport, configTextQuery, type ImportArgs, importConfig } from './queries.ts'

/** Imports a configuration as text, after showing its changes. */
export default function ImportPage() {
  const texts = useMessages(importMessages)
  const isViewer = useIsViewer()
  return (
    <>
      <PageHeader />
      {isViewer ? (
        <Section>
          <EmptyState title={texts.viewer} />
        </Section>
      ) : (
        <ImportForm />
      )}
    </>
  )
}

interface ImportError {
  readonly title: string
  readonly message: string
}

const nothing: ImportArgs = { text: '', mode: 'merge', ignoreReadOnly: true }

function ImportForm() {
  const texts = useMessages(importMessages)
  const errorText = useErrorText()
  const check = useChange(checkImport)
  const { run: runImport, isRunning: isImporting } = useChange(importConfig)
  const readCurrent = useFresh(configTextQuery, {})
  const [args, setArgs] = useState(nothing)
  const [preview, setPreview] = useState<ImportPreview>()
  const [problem, setProblem] = useState<ImportError>()
  const [isTextMissing, setTextMissing] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useUnsavedChangesGuard(args.text !== '' && !isImporting)

  /** A changed text or mode makes the preview invalid. */
  const change = (changes: Partial<ImportArgs>) => {
    setArgs((before) => ({ ...before, ...changes }))
    setPreview(undefined)
    setProblem(undefined)
    setTextMissing(false)
  }
  const showPreview = async () => {
    setProblem(undefined)
    if (args.text.trim() === '') {
      flushSync(() => setTextMissing(true))
      focusInvalid(form.current)
      return
    }
    try {
      const checked = await check.run(args)
      setPreview(checked ? toPreview(checked) : checkLocally(args, await readCurrent()))
    } catch (error) {
      setProblem({ title: texts.checkFailed, message: errorText(error) })
    }
  }
  const apply = async () => {
    setProblem(undefined)
    try {
      await runImport(args)
      change(nothing)
      toast.success(texts.imported)
    } catch (error) {
      setProblem({ title: texts.importFailed, message: errorText(error) })
    }
  }
  const diagnostics = useMemo(() => (preview?.errors ?? []).flatMap(toDiagnostic), [preview])
  return (
    <Stack gap={4}>
      <Section>
        <div ref={form}>
          <Stack gap={5}>
            <CodeEditor
              label={texts.text}
              description={texts.hint}
              error={isTextMissing && texts.required(texts.text)}
              language="hocon"
              minLines={12}
              maxLines={24}
              value={args.text}
              onChange={(text) => change({ text })}
              diagnostics={diagnostics}
              action={
                <TextFileButton
                  size="small"
                  label={texts.chooseFile}
                  extensions={['hocon', 'conf', 'json']}
                  maxSize={4 * 1024 * 1024}
                  onFile={({ text }) => change({ text })}
                />
              }
            />
            <RadioField
              label={texts.mode}
              value={args.mode}
              onChange={(mode) => change({ mode })}
              options={[
                { value: 'merge', label: texts.merge, description: texts.mergeNote },
                { value: 'replace', label: texts.replace, description: texts.replaceNote },
              ]}
            />
            <Checkbox
              label={texts.ignoreReadOnly}
              description={texts.ignoreReadOnlyNote}
              checked={args.ignoreReadOnly}
              onChange={(ignoreReadOnly) => change({ ignoreReadOnly })}
            />
            <Group>
              <Button
                variant={preview && preview.errors.length === 0 ? 'default' : 'primary'}
                loading={check.isRunning}
                onClick={() => void showPreview()}
              >
                {texts.showChanges}
              </Button>
              {args.text !== '' && (
                <Button variant="subtle" onClick={() => change(nothing)}>
                  {texts.clear}
                </Button>
              )}
            </Group>
          </Stack>
        </div>
      </Section>
      {problem && <ErrorState {...problem} />}
      {preview && (
        <ScrollIntoView trigger="preview" block="nearest">
          <ChangesPreview preview={preview} isImporting={isImporting} onImport={() => void apply()} />
        </ScrollIntoView>
      )}
    </Stack>
  )
}

interface PreviewProps {
  readonly preview: ImportPreview
  readonly isImporting: boolean
  readonly onImport: () => void
}

function ChangesPreview({ preview, isImporting, onImport }: PreviewProps) {
  const texts = useMessages(importMessages)
  const { errors, before, after, checkedBy, movesPage } = preview
  if (errors.length > 0)
    return (
      <div role="alert">
        <Section title={texts.problems(errors.length)}>
          <ul className={styles.problems}>
            {errors.map((error) => (
              <li key={`${error.line} ${error.path} ${error.reason}`}>
                {error.line !== undefined && <span className={styles.line}>{texts.line(error.line)}</span>}
                {error.path !== '' && <Mono>{error.path}</Mono>}
                <span>{error.reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    )
  const isSame = before === after
  return (
    <Section
      title={texts.preview}
      actions={
        !isSame && (
          <Button variant="primary" loading={isImporting} onClick={onImport}>
            {texts.import}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {checkedBy === 'page' && <Notice>{texts.syntaxOnly}</Notice>}
        {movesPage && <Notice tone="amber">{texts.movesPage}</Notice>}
        {isSame ? (
          <Notice>{texts.noChanges}</Notice>
        ) : (
          <DiffView before={before} after={after} beforeTitle={texts.before} afterTitle={texts.after} />
        )}
      </Stack>
    </Section>
  )
}

function toPreview({ errors, changes }: CheckResult): ImportPreview {
  return {
    errors,
    ...changesTexts(changes),
    checkedBy: 'broker',
    movesPage: changes.some(({ path }) => path.startsWith('dashboard.listeners')),
  }
}

function toDiagnostic({ line, column, path, reason }: ImportProblem): readonly Diagnostic[] {
  if (line === undefined) return []
  return [{ line, column: column ?? 1, message: path === '' ? reason : `${path} ${reason}` }]
}
