import { useState } from 'react'
import { QueryError, useChange, useData, useErrorText } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Modal, RadioField, Skeleton, Stack, toast } from '../../ui/index.ts'
import { backupMessages } from './messages.ts'
import { PartChoice } from './part-choice.tsx'
import { type Choice, createBackup, partsQuery } from './queries.ts'

interface CreateDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

const nothing = { roots: [], tables: [] } as const

/** Makes an archive of everything or of chosen parts. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  const { dialog: texts } = useMessages(backupMessages)
  const describe = useErrorText()
  const { run, isRunning } = useChange(createBackup)
  const parts = useData(partsQuery, undefined, { enabled: opened })
  const [what, setWhat] = useState<'everything' | 'chosen'>('everything')
  const [choice, setChoice] = useState<Required<Choice>>(nothing)
  const [problem, setProblem] = useState<string>()
  const isEmpty = what === 'chosen' && choice.roots.length + choice.tables.length === 0
  const close = () => {
    setProblem(undefined)
    onClose()
  }
  const create = async () => {
    setProblem(undefined)
    try {
      const { filename } = await run(what === 'everything' ? {} : choice)
      toast.success(texts.created(filename))
      close()
    } catch (error) {
      setProblem(describe(error))
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
          label={texts.what}
          value={what}
          onChange={setWhat}
          options={[
            { value: 'everything', label: texts.everything, description: texts.everythingNote },
            { value: 'chosen', label: texts.chosen, description: texts.chosenNote },
          ]}
        />
        {what === 'chosen' &&
          (parts.data ? (
            <PartChoice parts={parts.data} choice={choice} onChange={setChoice} />
          ) : parts.error ? (
            <QueryError query={parts} />
          ) : (
            <Skeleton height={240} />
          ))}
        {problem !== undefined && <ErrorState title={texts.failed} message={problem} />}
      </Stack>
    </Modal>
  )
}
