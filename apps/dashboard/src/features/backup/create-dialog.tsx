import { ExportChoice } from '@mqdeck/contract'
import { FormBody, QueryError, useChange, useContractForm, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { ErrorState, Modal, RadioField, Skeleton, toast } from '../../ui/index.ts'
import { createMessages } from './messages.ts'
import { PartSelection } from './part-selection.tsx'
import { type BackupParts, createBackup, partsQuery, toBody } from './queries.ts'

interface CreateDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Creates an archive of everything or of selected parts. */
export function CreateDialog({ opened, onClose }: CreateDialogProps) {
  const texts = useMessages(createMessages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size={720}>
      {opened && <CreateForm onClose={onClose} />}
    </Modal>
  )
}

interface Values {
  readonly content: 'everything' | 'selected'
  readonly selection: Required<BackupParts>
}

const blank: Values = { content: 'everything', selection: { roots: [], tables: [] } }

function CreateForm({ onClose }: Pick<CreateDialogProps, 'onClose'>) {
  const texts = useMessages(createMessages)
  const { run } = useChange(createBackup)
  const parts = useData(partsQuery, undefined)
  const form = useContractForm(ExportChoice, {
    initial: blank,
    toBody: (values) => toBody(partsOf(values)),
    check: ({ content, selection: { roots, tables } }) => ({
      selection: content === 'selected' && roots.length + tables.length === 0 && texts.nothingSelected,
    }),
    async submit(_, values) {
      const { filename } = await run(partsOf(values))
      toast.success(texts.createdNamed(filename))
      onClose()
    },
  })
  const { error: selectionError, ...selection } = form.field('selection')
  return (
    <FormBody form={form} action={texts.create} onCancel={onClose}>
      <RadioField
        label={texts.content}
        {...form.field('content')}
        options={[
          { value: 'everything', label: texts.everything, description: texts.everythingNote },
          { value: 'selected', label: texts.selected, description: texts.selectedNote },
        ]}
      />
      {form.values.content === 'selected' &&
        (parts.data ? (
          <PartSelection parts={parts.data} selection={selection.value} onChange={selection.onChange} />
        ) : parts.error ? (
          <QueryError query={parts} />
        ) : (
          <Skeleton height={240} />
        ))}
      {selectionError !== undefined && (
        <div data-invalid>
          <ErrorState title={selectionError} />
        </div>
      )}
    </FormBody>
  )
}

const partsOf = ({ content, selection }: Values): BackupParts => (content === 'everything' ? {} : selection)
