import type { AuthenticatorImport } from '@mqdeck/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import { downloadText } from '../../../../lib/browser/download.ts'
import { isRecord } from '../../../../lib/json/json-path.ts'
import {
  Button,
  Dim,
  ErrorState,
  FileButton,
  Group,
  KeyValue,
  Modal,
  Mono,
  Notice,
  Paragraphs,
  Progress,
  SegmentedField,
  Stack,
} from '../../../../ui/index.ts'
import styles from './import.module.css'
import { csvTemplate, jsonTemplate, type PasswordMode } from './import-templates.ts'
import { userMessages } from './messages.ts'
import type { AuthenticatorOfUsers, UserCalls } from './queries.ts'
import { type ImportState, useImport } from './use-import.ts'

interface ImportDialogProps {
  readonly opened: boolean
  readonly calls: UserCalls
  readonly authenticator: AuthenticatorOfUsers
  readonly onClose: () => void
}

export function ImportDialog({ opened, calls, authenticator, onClose }: ImportDialogProps) {
  const texts = useMessages(userMessages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.importUsers} size={560}>
      {opened && <ImportForm calls={calls} authenticator={authenticator} onClose={onClose} />}
    </Modal>
  )
}

const extensions = ['csv', 'json']

type ImportFormProps = Omit<ImportDialogProps, 'opened'>

function ImportForm({ calls, authenticator, onClose }: ImportFormProps) {
  const { importing: texts, stop: stopLabel, close, importUsers } = useMessages(userMessages)
  const [mode, setMode] = useState<PasswordMode>(calls.modes[0] ?? 'hash')
  const [file, setFile] = useState<File>()
  const [isWrong, setWrong] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const { state, start, stop, reset } = useImport(calls, authenticator.id)
  const isRunning = state.phase === 'sending'
  // SCRAM needs the plain password to derive its keys.
  const canHash = authenticator.mechanism !== 'scram' && calls.modes.length > 1
  const algorithm = useHashAlgorithm(authenticator)
  const pick = (picked: File) => {
    const isAccepted = /\.(csv|json)$/i.test(picked.name)
    setWrong(!isAccepted)
    setFile(isAccepted ? picked : undefined)
    setEmpty(false)
    reset()
  }
  return (
    <Stack gap={5}>
      {canHash && (
        <SegmentedField
          label={texts.mode}
          value={mode}
          disabled={isRunning}
          onChange={(next) => {
            setMode(next)
            reset()
          }}
          options={calls.modes.map((value) => ({ value, label: texts.modes[value] }))}
        />
      )}
      <Stack gap={2}>
        <span>{mode === 'plain' ? texts.modeNotes.plain : texts.modeNotes.hash(algorithm)}</span>
        <Group gap={2} wrap>
          <Button
            size="small"
            icon={<IconDownload size={15} aria-hidden />}
            onClick={() => downloadText(`users-${mode}.csv`, 'text/csv', csvTemplate(mode))}
          >
            {texts.csv}
          </Button>
          <Button
            size="small"
            icon={<IconDownload size={15} aria-hidden />}
            onClick={() => downloadText(`users-${mode}.json`, 'application/json', jsonTemplate(mode))}
          >
            {texts.json}
          </Button>
        </Group>
      </Stack>
      <Stack gap={2}>
        <Group gap={3} wrap>
          <FileButton
            label={file ? texts.chooseAnother : texts.chooseFile}
            extensions={extensions}
            disabled={isRunning}
            onPick={pick}
          />
          {file && <Mono truncate>{file.name}</Mono>}
        </Group>
        <div role="alert">
          {isWrong && <Notice tone="red">{texts.wrongFile(extensions.join(', '))}</Notice>}
          {isEmpty && <Notice tone="red">{texts.noFile}</Notice>}
        </div>
        <Dim small>{texts.existing}</Dim>
      </Stack>
      <ImportResult state={state} />
      <Group justify="end">
        {isRunning ? <Button onClick={stop}>{stopLabel}</Button> : <Button onClick={onClose}>{close}</Button>}
        <Button
          variant="primary"
          loading={isRunning}
          disabled={state.phase === 'done'}
          onClick={() => (file ? void start(file, mode) : setEmpty(true))}
        >
          {importUsers}
        </Button>
      </Group>
    </Stack>
  )
}

/** "sha256, salt before the password" */
function useHashAlgorithm({ password_hash_algorithm: algorithm }: AuthenticatorOfUsers): string {
  const { importing: texts } = useMessages(userMessages)
  if (!isRecord(algorithm)) return ''
  const salts: Readonly<Record<string, string>> = texts.salts
  const { name, salt_position: salt } = algorithm
  return texts.hashAlgorithm(String(name), typeof salt === 'string' ? salts[salt] : undefined)
}

function ImportResult({ state }: { readonly state: ImportState }) {
  const { importing: texts, importUsers } = useMessages(userMessages)
  const format = useFormat()
  switch (state.phase) {
    case 'idle':
      return null
    case 'sending': {
      const { sent, total } = state
      const isSent = total > 0 && sent >= total
      return (
        <Stack gap={2}>
          <Progress label={importUsers} done={sent} total={total} />
          <Dim small>{isSent ? texts.writing : texts.sending(format.bytes(sent), format.bytes(total))}</Dim>
        </Stack>
      )
    }
    case 'rejected':
      return (
        <ErrorState
          title={texts.failed}
          message={
            <ul className={styles.reasons}>
              {state.reasons.map((reason) => (
                <li key={reason}>
                  <Paragraphs>{reason}</Paragraphs>
                </li>
              ))}
            </ul>
          }
        />
      )
    case 'done':
      return (
        <div role="status">
          <Stack gap={3}>
            <strong>{texts.done}</strong>
            {state.counts && <Counts counts={state.counts} />}
          </Stack>
        </div>
      )
  }
}

const counted = ['total', 'success', 'override', 'skipped', 'failed'] as const

function Counts({ counts }: { readonly counts: AuthenticatorImport }) {
  const { importing: texts } = useMessages(userMessages)
  const format = useFormat()
  return (
    <div className={styles.counts}>
      {counted.map((name) => (
        <KeyValue key={name} label={texts.counts[name]} value={format.number(counts[name])} />
      ))}
    </div>
  )
}
