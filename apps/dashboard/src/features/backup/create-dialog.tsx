import { useState } from 'react'
import { QueryError, useChange, useData, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Modal, RadioField, Skeleton, Stack, toast } from '../../ui/index.ts'
import { createMessages } from './messages.ts'
import { PartSelection } from './part-selection.tsx'
import { type BackupParts, createBackup, partsQuery } from './queries.ts'

interface CreateDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

const nothing = { roots: [], tables: [] } as const

/** Creates an archive of everything or of selected parts. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  const texts = useMessages(createMessages)
  const errorText = useErrorText()
  const { run, isRunning } = useChange(createBackup)
  const parts = useData(partsQuery, undefined, { enabled: opened })
  const [content, setContent] = useState<'everything' | 'selected'>('everything')
  const [selection, setSelection] = useState<Required<BackupParts>>(nothing)
  const [problem, setProblem] = useState<string>()
  const isEmpty = content === 'selected' && selection.roots.length + selection.tables.length === 0
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const create = async () => {
    setProblem(undefined)
    try {
      const { filename } = await run(content === 'everything' ? {} : selection)
      toast.success(texts.createdNamed(filename))
      close()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={texts.title}
      size={720}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" loading={isRunning} disabled={isEmpty} onClick={() => void create()}>
            {texts.create}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <RadioField
          label={texts.content}
          value={content}
          onChange={setContent}
          options={[
            { value: 'everything', label: texts.everything, description: texts.everythingNote },
            { value: 'selected', label: texts.selected, description: texts.selectedNote },
          ]}
        />
        {content === 'selected' &&
          (parts.data ? (
            <PartSelection parts={parts.data} selection={selection} onChange={setSelection} />
          ) : parts.error ? (
            <QueryError query={parts} />
          ) : (
            <Skeleton height={240} />
          ))}
        {problem !== undefined && <ErrorState title={texts.createFailed} message={problem} />}
      </Stack>
    </Modal>
  )
}
